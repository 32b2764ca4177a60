import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { errorTexts } from '../transport/errorTexts';
import { fromList, OF_CHOSEN_INSTANCE, optionalLocatedOf } from './locator';
import { toRecipient } from './phone';

/** To whom a message goes: a chat or contact from the list, or whatever of a number or chat somebody has at hand. */
export const recipientLocator: INodeProperties = {
	displayName: 'To',
	name: 'to',
	type: 'resourceLocator',
	typeOptions: OF_CHOSEN_INSTANCE,
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'Phone number of the recipient with its country code; +, spaces, dashes and brackets do no harm. Or the ID of a group or chat, e.g. the chatId of a received message.',
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

/** Gives the recipient as the gateway takes it; throws a NodeOperationError when it is no number and no group. */
export function recipientOf(context: IExecuteFunctions, itemIndex: number): string {
	// Spreadsheets and expressions give numbers too.
	const to = toRecipient(optionalLocatedOf(context, 'to', itemIndex) ?? '');
	if (to !== undefined) return to;
	const { message, nextStep } = errorTexts.invalid_phone_number;
	throw new NodeOperationError(context.getNode(), message, { description: nextStep, itemIndex });
}
