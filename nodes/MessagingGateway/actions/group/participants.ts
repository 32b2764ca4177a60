import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { getGroupId, groupLocator } from '../../descriptions/groupLocator';
import { getInstanceId, instanceLocator } from '../../descriptions/instanceLocator';
import { getPhones } from '../../descriptions/phones';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';

/** The field with the phones of participants; Create and the operations on participants share it. */
export const participantsField: INodeProperties = {
	displayName: 'Participants',
	name: 'participants',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. +49 151 23456789, +1 555 0109999',
	description:
		'Phone numbers with their country codes. Separate several with commas, or use an expression that returns a list.',
};

/** The form of the operations on participants of a group. */
export const participantsForm: INodeProperties[] = [instanceLocator, groupLocator, participantsField];

/**
 * POST /v1/groups/{groupId}/participants. Returns one item per phone: `phone`, `action`, `status` (`success` or
 * `failed`), and `reason` when it failed. A failure of one phone does not affect the others.
 */
export async function changeParticipants(
	context: IExecuteFunctions,
	action: 'add' | 'demote' | 'promote' | 'remove',
	itemIndex: number,
): Promise<OperationOutput[]> {
	const { results } = await gatewayData<{ results: IDataObject[] }>(context, {
		method: 'POST',
		path: `/v1/groups/${encodeURIComponent(getGroupId(context, itemIndex))}/participants`,
		body: {
			instanceId: getInstanceId(context, itemIndex),
			action,
			participants: getPhones(context, 'participants', itemIndex),
		},
		itemIndex,
	});
	return results.map((result) => {
		// `reason`, because with Retry On Fail n8n runs a node again whose first item has an `error`.
		const { error, ...rest } = result;
		return { json: { action, ...rest, ...(error !== undefined && { reason: error }) } };
	});
}
