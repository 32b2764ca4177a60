import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { fromList, getLocatorValue, RELOAD_ON_INSTANCE_CHANGE } from './locator';
import { phoneOrThrow } from './phones';

/** A contact of the selected instance, or any phone number. */
export const contactLocator: INodeProperties = {
	displayName: 'Contact',
	name: 'phone',
	type: 'resourceLocator',
	typeOptions: RELOAD_ON_INSTANCE_CHANGE,
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

/** Returns the digits of the selected contact's phone. Throws a NodeOperationError when it is not a phone number. */
export function getContactPhone(context: IExecuteFunctions, itemIndex: number): string {
	return phoneOrThrow(context, getLocatorValue(context, 'phone', 'contact', itemIndex), itemIndex);
}
