import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { excerptOf } from '../excerpt';
import { toPerson, toPhone } from './phone';
import { splitEntries } from './splitEntries';

/** The entries of a form field: how to read one, and what to enter. */
interface Entries {
	parse: (entry: string) => string | undefined;
	example: string;
}

const PHONES: Entries = { parse: toPhone, example: 'e.g. +49 151 23456789' };
const PEOPLE: Entries = {
	parse: toPerson,
	example: 'e.g. +49 151 23456789, or the senderId of a received message',
};

/**
 * Returns the distinct phones in a form field, which holds a list from an expression, or text separated by commas,
 * semicolons or line breaks. Throws a NodeOperationError for an invalid phone, and for an empty field.
 */
export function getPhones(context: IExecuteFunctions, parameter: string, itemIndex: number): string[] {
	return getEntries(context, parameter, itemIndex, PHONES);
}

/** Like `getPhones`, but also accepts the senderId of a received message. */
export function getPeople(context: IExecuteFunctions, parameter: string, itemIndex: number): string[] {
	return getEntries(context, parameter, itemIndex, PEOPLE);
}

function getEntries(
	context: IExecuteFunctions,
	parameter: string,
	itemIndex: number,
	{ parse, example }: Entries,
): string[] {
	const value = context.getNodeParameter(parameter, itemIndex) as unknown;
	const wrong = [value].flat().find(isWrongNumber);
	if (wrong !== undefined) throwInvalid(context, String(wrong), example, itemIndex);
	const phones = splitEntries(value).map(
		(entry) => parse(entry) ?? throwInvalid(context, entry, example, itemIndex),
	);
	if (phones.length > 0) return [...new Set(phones)];
	throw new NodeOperationError(context.getNode(), 'No phone number entered', {
		description: 'Enter at least one, with its country code. Separate several with commas.',
		itemIndex,
	});
}

/** The digits of a number that is not whole, or less than 0, would be the phone number of somebody else. */
function isWrongNumber(value: unknown): boolean {
	return typeof value === 'number' && (value < 0 || !Number.isInteger(value));
}

function throwInvalid(context: IExecuteFunctions, input: string, example: string, itemIndex: number): never {
	throw new NodeOperationError(context.getNode(), `"${excerptOf(input)}" is not a phone number`, {
		description: `Enter the number with its country code, ${example}.`,
		itemIndex,
	});
}
