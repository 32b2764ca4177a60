import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { errorTexts } from '../transport/errorTexts';
import { toPerson, toPhone } from './phone';

/**
 * Reads a field of several phones: a list that an expression gives, or text with commas, semicolons or line
 * breaks between them. Gives each phone once; throws a NodeOperationError for what is no phone, and for none.
 */
export function phonesOf(context: IExecuteFunctions, parameter: string, itemIndex: number): string[] {
	return entriesOf(context, parameter, itemIndex, toPhone);
}

/** The same where the senderId of a received message will do too. */
export function peopleOf(context: IExecuteFunctions, parameter: string, itemIndex: number): string[] {
	return entriesOf(context, parameter, itemIndex, toPerson);
}

function entriesOf(
	context: IExecuteFunctions,
	parameter: string,
	itemIndex: number,
	read: (entry: string) => string | undefined,
): string[] {
	const value = context.getNodeParameter(parameter, itemIndex) as unknown;
	const entries = (Array.isArray(value) ? value : String(value ?? '').split(/[,;\n]/))
		.map((entry) => String(entry).trim())
		.filter((entry) => entry !== '');
	const phones = entries.map((entry) => read(entry) ?? throwNoPhone(context, entry, itemIndex));
	if (phones.length > 0) return [...new Set(phones)];
	throw new NodeOperationError(context.getNode(), 'No phone number is given', {
		description: 'Enter at least one, with its country code. Separate several by commas.',
		itemIndex,
	});
}

/** Gives one phone as the gateway takes it; throws a NodeOperationError when it is none. */
export function phoneOrThrow(context: IExecuteFunctions, input: string, itemIndex: number): string {
	return toPhone(input) ?? throwNoPhone(context, input, itemIndex);
}

function throwNoPhone(context: IExecuteFunctions, input: string, itemIndex: number): never {
	throw new NodeOperationError(context.getNode(), `"${input}" is not a phone number`, {
		description: errorTexts.invalid_phone_number.nextStep,
		itemIndex,
	});
}
