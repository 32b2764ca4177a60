import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { errorTexts } from '../transport/errorTexts';
import { toPerson, toPhone } from './phone';
import { splitEntries } from './splitEntries';

/**
 * Returns the distinct phones in a form field, which holds a list from an expression, or text separated by commas,
 * semicolons or line breaks. Throws a NodeOperationError for an invalid phone, and for an empty field.
 */
export function getPhones(context: IExecuteFunctions, parameter: string, itemIndex: number): string[] {
	return getEntries(context, parameter, itemIndex, toPhone);
}

/** Like `getPhones`, but also accepts the senderId of a received message. */
export function getPeople(context: IExecuteFunctions, parameter: string, itemIndex: number): string[] {
	return getEntries(context, parameter, itemIndex, toPerson);
}

function getEntries(
	context: IExecuteFunctions,
	parameter: string,
	itemIndex: number,
	parse: (entry: string) => string | undefined,
): string[] {
	const entries = splitEntries(context.getNodeParameter(parameter, itemIndex));
	const phones = entries.map((entry) => parse(entry) ?? throwInvalidPhone(context, entry, itemIndex));
	if (phones.length > 0) return [...new Set(phones)];
	throw new NodeOperationError(context.getNode(), 'No phone number entered', {
		description: 'Enter at least one, with its country code. Separate several with commas.',
		itemIndex,
	});
}

function throwInvalidPhone(context: IExecuteFunctions, input: string, itemIndex: number): never {
	throw new NodeOperationError(context.getNode(), `"${input}" is not a phone number`, {
		description: errorTexts.invalid_phone_number.nextStep,
		itemIndex,
	});
}
