import { excerptOf } from '../excerpt';
import type { ErrorText } from './errorTexts';
import { errorTexts } from './errorTexts';
import type { GatewayRequest } from './request';

/** The beginning of the gateway's message on a field with a wrong value, e.g. `"phones.1" does not have the right form`. */
const FIELD = /^"(\w+)(?:\.(\d+))?" /;

/** The names in the form of the fields that hold several phone numbers. */
const LISTS: Readonly<Record<string, string>> = {
	mentions: 'Mentions',
	participants: 'Participants',
	phones: 'Phone Numbers',
};

/** Returns what to tell about a recipient that is neither a phone number nor an ID. */
export function refusedRecipient(recipient: string): ErrorText {
	const { nextStep } = errorTexts.invalid_phone_number;
	return { message: `The recipient "${excerptOf(recipient)}" is not a phone number`, nextStep };
}

/**
 * Returns what an invalid_phone_number means when the gateway names the field: the number that it refuses, and its field. The
 * node lets such a number pass when it has digits only, but too few or too many.
 */
export function refusedPhone(
	code: string,
	message: string,
	{ body, query }: Pick<GatewayRequest, 'body' | 'query'>,
): ErrorText | undefined {
	const [, field, index] = FIELD.exec(message) ?? [];
	if (code !== 'invalid_phone_number' || field === undefined) return undefined;
	const sent = (body ?? query)?.[field];
	const value: unknown = Array.isArray(sent) ? sent[Number(index)] : sent;
	if (field === 'to') return typeof value === 'string' ? refusedRecipient(value) : undefined;
	const place = Object.hasOwn(LISTS, field) ? ` in ${LISTS[field]}` : '';
	// A contact is part of the path.
	const subject = typeof value === 'string' ? `"${excerptOf(value)}"${place}` : 'The contact';
	return {
		message: `${subject} is not a phone number`,
		nextStep: 'Enter the number with its country code, e.g. +49 151 23456789.',
	};
}
