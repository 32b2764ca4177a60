import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { fromList, getLocatorValue, RELOAD_ON_INSTANCE_CHANGE } from './locator';
import { toPhone } from '../phone';

/** A chat of the selected instance. */
export const chatLocator: INodeProperties = {
	displayName: 'Chat',
	name: 'chatId',
	type: 'resourceLocator',
	typeOptions: RELOAD_ON_INSTANCE_CHANGE,
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The chat with a contact or a group, e.g. by the chatId of a received message',
	modes: [
		fromList('searchChats', 'Select a chat...'),
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 4915123456789@s.whatsapp.net',
			hint: 'The chatId of a message, or the phone number of the contact',
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://wa.me/4915123456789',
			hint: 'A link that opens the chat',
		},
	],
};

/** Returns the ID of the selected chat. Throws a NodeOperationError when none is selected. */
export function getChatId(context: IExecuteFunctions, itemIndex: number): string {
	return toChatId(getLocatorValue(context, 'chatId', 'chat', itemIndex));
}

/** Converts a phone number or a link to a chat ID; returns anything else unchanged. */
export function toChatId(input: string): string {
	if (/^[\w.-]+@[\w.]+$/.test(input)) return input;
	const phone = toPhone(input);
	return phone === undefined ? input : `${phone}@s.whatsapp.net`;
}
