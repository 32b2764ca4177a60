import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { getRecipient, recipientLocator } from '../../descriptions/locators/recipientLocator';
import { textOrThrow } from '../../descriptions/text';
import type { OperationOutput } from '../operation';
import { getIdempotencyKey } from './sending/idempotency';
import { sendMessage } from './sending/send';
import { sendAt } from './sending/sendAt';
import { messageOptions, optionalBody, sendingOptions, TEXT_CONCURRENCY } from './sending/sendingOptions';
import { textList } from './sending/textList';

/** A contact of the form; expressions may return numbers and lists. */
interface FormContact {
	name?: unknown;
	phones?: unknown;
	emails?: unknown;
}

const contacts: INodeProperties = {
	displayName: 'Contacts',
	name: 'contacts',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add contact',
	default: { contact: [{ name: '', phones: '', emails: '' }] },
	description: 'The contacts to send. The recipient can save them or write to them.',
	options: [
		{
			displayName: 'Contact',
			name: 'contact',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Ada Lovelace',
					description: 'The name of the contact',
				},
				{
					displayName: 'Phone Numbers',
					name: 'phones',
					type: 'string',
					default: '',
					placeholder: 'e.g. +44 20 7946 0000',
					description:
						'The phone numbers, with the country code, separated by commas. Or a list from an expression.',
				},
				{
					displayName: 'Email Addresses',
					name: 'emails',
					type: 'string',
					default: '',
					placeholder: 'e.g. ada@example.com',
					description: 'The email addresses, separated by commas. Or a list from an expression.',
				},
			],
		},
	],
};

export const description = updateDisplayOptions(
	{ show: { resource: ['message'], operation: ['sendContact'] } },
	[instanceLocator, recipientLocator, contacts, sendingOptions(TEXT_CONCURRENCY, ...messageOptions, sendAt)],
);

/**
 * POST /v1/messages/send with contacts (an addition). Throws a NodeOperationError when there is none, or when one has no
 * name, or neither a phone number nor an email address.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const entered = this.getNodeParameter('contacts.contact', itemIndex, []) as FormContact[];
	if (entered.length === 0) throw incomplete(this, 'There is no contact to send', itemIndex);
	const body = {
		to: getRecipient(this, itemIndex),
		contacts: entered.map((contact, index) => toContact(this, contact, `Contact ${index + 1}`, itemIndex)),
		...optionalBody(this, itemIndex),
	};
	return [{ json: await sendMessage(this, itemIndex, getIdempotencyKey(this, itemIndex), body) }];
}

function toContact(
	context: IExecuteFunctions,
	contact: FormContact,
	field: string,
	itemIndex: number,
): IDataObject {
	const name = textOrThrow(context, contact.name, `${field}, name`, itemIndex).trim();
	const phones = textList(context, contact.phones, `${field}, phone numbers`, itemIndex);
	const emails = textList(context, contact.emails, `${field}, email addresses`, itemIndex);
	if (name === '' || phones.length + emails.length === 0) {
		throw incomplete(context, `${field} is not complete`, itemIndex);
	}
	return { name, ...(phones.length > 0 && { phones }), ...(emails.length > 0 && { emails }) };
}

function incomplete(context: IExecuteFunctions, message: string, itemIndex: number): NodeOperationError {
	return new NodeOperationError(context.getNode(), message, {
		description: 'Enter a name, and at least one phone number or email address.',
		itemIndex,
	});
}

export { chatOrderingKey as orderingKey } from './sending/send';
export { TEXT_CONCURRENCY as concurrency } from './sending/sendingOptions';
