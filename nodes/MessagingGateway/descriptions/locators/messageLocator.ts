import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { byId, byUrl, fromList, getLocatorValue, RELOAD_ON_INSTANCE_CHANGE } from './locator';

/** A message of the selected instance. */
export const messageLocator: INodeProperties = {
	displayName: 'Message',
	name: 'messageId',
	type: 'resourceLocator',
	typeOptions: RELOAD_ON_INSTANCE_CHANGE,
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The message, e.g. by the messageId from a send operation or the trigger',
	modes: [
		fromList('searchMessages', 'Select a message...'),
		byId(
			'e.g. msg_01jd2c7v9qk3m5x8w4t6r1y0za',
			'^msg_[0-9a-z]{26}$',
			'A message ID is msg_ and 26 lowercase letters or digits',
		),
		byUrl(
			'e.g. https://gateway.example.com/v1/messages/msg_01jd2c7v9qk3m5x8w4t6r1y0za/status',
			'(msg_[0-9a-z]{26})',
			'The URL contains no message ID, which is msg_ and 26 lowercase letters or digits',
		),
	],
};

/** Returns the ID of the selected message. Throws a NodeOperationError when none is selected. */
export function getMessageId(context: IExecuteFunctions, itemIndex: number): string {
	return getLocatorValue(context, 'messageId', 'message', itemIndex);
}
