import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { byId, byUrl, fromList, locatedOf, OF_CHOSEN_INSTANCE } from './locator';

/** A message of the chosen instance. */
export const messageLocator: INodeProperties = {
	displayName: 'Message',
	name: 'messageId',
	type: 'resourceLocator',
	typeOptions: OF_CHOSEN_INSTANCE,
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The message, e.g. by the messageId that a send operation or the trigger gave',
	modes: [
		fromList('searchMessages', 'Select a message...'),
		byId(
			'e.g. msg_01jd2c7v9qk3m5x8w4t6r1y0za',
			'^msg_[0-9a-z]{26}$',
			'A message ID is msg_ and 26 small letters or digits',
		),
		byUrl(
			'e.g. https://gateway.example.com/v1/messages/msg_01jd2c7v9qk3m5x8w4t6r1y0za/status',
			'(msg_[0-9a-z]{26})',
			'The address holds no message ID, which is msg_ and 26 small letters or digits',
		),
	],
};

/** Gives the ID of the chosen message; throws a NodeOperationError when none is chosen. */
export function messageIdOf(context: IExecuteFunctions, itemIndex: number): string {
	return locatedOf(context, 'messageId', 'message', itemIndex);
}
