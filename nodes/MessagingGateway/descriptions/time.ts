import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { excerptOf } from '../excerpt';

/** The part of luxon's DateTime used here. n8n provides luxon to expressions only. */
interface Luxon {
	DateTime: { fromISO(text: string): { isValid: boolean; toMillis(): number } };
}

/** A number, e.g. of hours, which `Date` would take to be a month or a year. */
const NUMBER = /^[+-]?\d{1,7}([.,]\d+)?$/;

/**
 * Returns the time of a form field as ISO 8601 in UTC; undefined for an empty field. n8n's date picker returns a time
 * without a zone, which is in the time zone of the workflow, not of the machine. Accepts every format that `Date`
 * parses, except a number alone. Throws a NodeOperationError for anything else.
 */
export function getTime(
	context: IExecuteFunctions,
	parameter: string,
	itemIndex: number,
): string | undefined {
	const value = String(context.getNodeParameter(parameter, itemIndex, '') ?? '').trim();
	if (value === '') return undefined;
	const { DateTime } = context.getWorkflowDataProxy(itemIndex) as unknown as Luxon;
	const inZone = DateTime.fromISO(value);
	const time = new Date(inZone.isValid ? inZone.toMillis() : value);
	if (!NUMBER.test(value) && !Number.isNaN(time.getTime())) return time.toISOString();
	throw new NodeOperationError(context.getNode(), `"${excerptOf(value)}" is not a valid time`, {
		description: 'Choose a time, or enter one like 2026-01-31T12:00:00.000Z.',
		itemIndex,
	});
}
