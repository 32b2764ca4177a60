import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { groupLocator } from '../../descriptions/locators/groupLocator';
import { getInstanceId, instanceLocator } from '../../descriptions/locators/instanceLocator';
import { getPeople } from '../../descriptions/phones';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { groupPath } from './groupPath';

/** The field with the participants, by phone number or ID; Create and the operations on participants share it. */
export const participantsField: INodeProperties = {
	displayName: 'Participants',
	name: 'participants',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. +49 151 23456789, +1 555 0109999',
	description:
		'Phone numbers with their country codes, or the IDs of people whose numbers the network hides, e.g. the senderId of a received message. Separate several with commas, or use an expression that returns a list.',
};

/** The form of the operations on participants of a group. */
export const participantsForm: INodeProperties[] = [instanceLocator, groupLocator, participantsField];

/**
 * POST /v1/groups/{groupId}/participants. Returns one item per person: `phone`, or `id` where the phone is not known,
 * `action`, `status` (`success` or `failed`), and `reason` when it failed. A failure of one person does not affect the
 * others.
 */
export async function changeParticipants(
	context: IExecuteFunctions,
	action: 'add' | 'demote' | 'promote' | 'remove',
	itemIndex: number,
): Promise<OperationOutput[]> {
	const { results } = await gatewayData<{ results: IDataObject[] }>(context, {
		method: 'POST',
		path: `${groupPath(context, itemIndex)}/participants`,
		body: {
			instanceId: getInstanceId(context, itemIndex),
			action,
			participants: getPeople(context, 'participants', itemIndex),
		},
		itemIndex,
	});
	return results.map((result) => {
		// `reason`, because with Retry On Fail n8n runs a node again whose first item has an `error`.
		const { error, ...rest } = result;
		return { json: { action, ...rest, ...(error !== undefined && { reason: error }) } };
	});
}
