import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { excerptOf } from '../../excerpt';
import { fromList, getLocatorValue, RELOAD_ON_INSTANCE_CHANGE } from './locator';
import { toPerson } from '../phone';

/** A contact of the selected instance, any phone number, or the senderId of a received message. */
export const contactLocator: INodeProperties = {
	displayName: 'Contact',
	name: 'phone',
	type: 'resourceLocator',
	typeOptions: RELOAD_ON_INSTANCE_CHANGE,
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'The contact: a phone number with its country code, or the ID of a person whose number the network hides, e.g. the senderId of a received message',
	modes: [
		fromList('searchContacts', 'Select a contact...'),
		{
			displayName: 'By Phone or ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. +49 151 23456789',
			hint: 'With the country code. Or the senderId of a received message.',
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

/**
 * Returns the digits of the selected contact's phone, or the ID of a person without a phone number. Throws a
 * NodeOperationError when the field holds neither.
 */
export function getContactId(context: IExecuteFunctions, itemIndex: number): string {
	const value = getLocatorValue(context, 'phone', 'contact', itemIndex);
	const person = toPerson(value);
	if (person !== undefined) return person;
	throw new NodeOperationError(context.getNode(), `"${excerptOf(value)}" is not a contact`, {
		description:
			'Enter a phone number with its country code, e.g. +49 151 23456789, or the senderId of a received message.',
		itemIndex,
	});
}
