import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { fromList, locatedOf, OF_CHOSEN_INSTANCE } from './locator';
import { phoneOrThrow } from './phoneField';

/** A contact of the chosen instance, or anybody by phone. */
export const contactLocator: INodeProperties = {
	displayName: 'Contact',
	name: 'phone',
	type: 'resourceLocator',
	typeOptions: OF_CHOSEN_INSTANCE,
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The contact to look up',
	modes: [
		fromList('searchContacts', 'Select a contact...'),
		{
			displayName: 'By Phone',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. +49 151 23456789',
			hint: 'With the country code',
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://wa.me/4915123456789',
			hint: 'A link that opens the chat with the contact',
		},
	],
};

/** Gives the phone of the chosen contact, digits only; throws a NodeOperationError when it is none. */
export function contactPhoneOf(context: IExecuteFunctions, itemIndex: number): string {
	return phoneOrThrow(context, locatedOf(context, 'phone', 'contact', itemIndex), itemIndex);
}
