import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { fromList, locatedOf, OF_CHOSEN_INSTANCE } from './locator';
import { toPhone } from './phone';

/** A chat of the chosen instance. */
export const chatLocator: INodeProperties = {
	displayName: 'Chat',
	name: 'chatId',
	type: 'resourceLocator',
	typeOptions: OF_CHOSEN_INSTANCE,
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

/** Gives the ID of the chosen chat; throws a NodeOperationError when none is chosen. */
export function chatIdOf(context: IExecuteFunctions, itemIndex: number): string {
	return toChatId(locatedOf(context, 'chatId', 'chat', itemIndex));
}

/** The chat that a phone number or a link means; an ID stays as it is. */
export function toChatId(located: string): string {
	if (/^[\w.-]+@[\w.]+$/.test(located)) return located;
	const phone = toPhone(located);
	return phone === undefined ? located : `${phone}@s.whatsapp.net`;
}
