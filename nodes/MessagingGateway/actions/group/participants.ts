import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { groupIdOf, groupLocator } from '../../descriptions/groupLocator';
import { instanceIdOf, instanceLocator } from '../../descriptions/instanceLocator';
import { phonesOf } from '../../descriptions/phoneField';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';

/** The phones that something is done with; Create has it too. */
export const participantsField: INodeProperties = {
	displayName: 'Participants',
	name: 'participants',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. +49 151 23456789, +1 555 0109999',
	description:
		'Phone numbers with their country codes. Separate several by commas, or give a list with an expression.',
};

/** The form of what is done to participants of a group. */
export const participantsForm: INodeProperties[] = [instanceLocator, groupLocator, participantsField];

/**
 * POST /v1/groups/{groupId}/participants. Gives one item a phone: `phone`, `action`, `status` (`success` or
 * `failed`), and `error` when it failed; the gateway decides for each phone on its own.
 */
export async function changeParticipants(
	context: IExecuteFunctions,
	action: 'add' | 'demote' | 'promote' | 'remove',
	itemIndex: number,
): Promise<OperationOutput[]> {
	const { results } = await gatewayData<{ results: IDataObject[] }>(context, {
		method: 'POST',
		path: `/v1/groups/${encodeURIComponent(groupIdOf(context, itemIndex))}/participants`,
		body: {
			instanceId: instanceIdOf(context, itemIndex),
			action,
			participants: phonesOf(context, 'participants', itemIndex),
		},
		itemIndex,
	});
	return results.map((result) => {
		// With Retry On Fail, n8n would run a node again whose first item has an `error`.
		const { error, ...rest } = result;
		return { json: { action, ...rest, ...(error !== undefined && { reason: error }) } };
	});
}
