import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { refusedRecipient } from '../../transport/refusedPhone';
import { fromList, RELOAD_ON_INSTANCE_CHANGE, getOptionalLocatorValue } from './locator';
import { toRecipient } from '../phone';

/** The recipient of a message: a chat or contact from the list, a phone number, a chat ID or a link. */
export const recipientLocator: INodeProperties = {
	displayName: 'To',
	name: 'to',
	type: 'resourceLocator',
	typeOptions: RELOAD_ON_INSTANCE_CHANGE,
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'Phone number of the recipient with its country code; +, spaces, dashes and brackets are ignored. Or the ID of a group or chat, e.g. the chatId of a received message.',
	modes: [
		fromList('searchRecipients', 'Select a chat or contact...'),
		{
			displayName: 'By Phone or Chat ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. +49 151 23456789',
			hint: 'With the country code. Or a chatId, e.g. of a received message or a group.',
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://wa.me/4915123456789',
			hint: 'A link that opens a chat',
		},
	],
};

/** Returns the recipient in the gateway's format. Throws a NodeOperationError when the input is empty or not a recipient. */
export function getRecipient(context: IExecuteFunctions, itemIndex: number): string {
	// The value may be a number, e.g. from a spreadsheet; getOptionalLocatorValue converts it to text.
	const value = getOptionalLocatorValue(context, 'to', itemIndex);
	if (value === undefined) {
		throw new NodeOperationError(context.getNode(), 'The recipient is empty', {
			description:
				'Enter a phone number or a chat ID, or check that the expression has a value for this item.',
			itemIndex,
		});
	}
	const to = toRecipient(value);
	if (to !== undefined) return to;
	const { message, nextStep } = refusedRecipient(value);
	throw new NodeOperationError(context.getNode(), message, { description: nextStep, itemIndex });
}
