import { GatewayError } from './error.ts';

/**
 * Returns a date as epoch milliseconds. Throws invalid_parameters for a date of the right form that does not exist, such
 * as a leap second.
 */
export function parseDate(field: string, text: string): number {
	const time = Date.parse(text);
	if (!Number.isNaN(time)) return time;
	throw new GatewayError(
		'invalid_parameters',
		`"${field}" is not a date that exists; write it like 2026-01-31T12:00:00.000Z.`,
	);
}
