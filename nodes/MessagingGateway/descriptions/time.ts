import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { excerptOf } from '../excerpt';

/** The forms of a time that say which part is the day, in the order in which they are tried. */
const FORMS = ['fromISO', 'fromSQL', 'fromRFC2822', 'fromHTTP'] as const;

/** The part of luxon's DateTime used here. n8n provides luxon to expressions only. */
interface Luxon {
	DateTime: Record<(typeof FORMS)[number], (text: string) => { isValid: boolean; toMillis(): number }>;
}

/** A number, e.g. of hours, which luxon would take to be a month or a year. */
const NUMBER = /^[+-]?\d{1,7}([.,]\d+)?$/;
/** The text of a `Date` of JavaScript. */
const DATE_TEXT = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT[+-]\d{4}/;

/**
 * Returns the time of a form field as ISO 8601 in UTC; undefined for an empty field. A time without a zone, such as that
 * of n8n's date picker or of a database, is in the time zone of the workflow, not of the machine. Throws a
 * NodeOperationError for a text in another form than the year first, that of mails and that of a `Date`: in `05.12.2026`
 * the day may be the 5th or the 12th.
 */
export function getTime(
	context: IExecuteFunctions,
	parameter: string,
	itemIndex: number,
): string | undefined {
	const value = String(context.getNodeParameter(parameter, itemIndex, '') ?? '').trim();
	if (value === '') return undefined;
	const { DateTime } = context.getWorkflowDataProxy(itemIndex) as unknown as Luxon;
	const milliseconds = DATE_TEXT.test(value)
		? Date.parse(value)
		: FORMS.map((form) => DateTime[form](value))
				.find(({ isValid }) => isValid)
				?.toMillis();
	const time = new Date(milliseconds ?? Number.NaN);
	if (!NUMBER.test(value) && !Number.isNaN(time.getTime())) return time.toISOString();
	throw new NodeOperationError(context.getNode(), `"${excerptOf(value)}" is not a valid time`, {
		description:
			'Choose a time, or let the expression return one with the year first, e.g. 2026-01-31 18:00 or {{ $now }}.',
		itemIndex,
	});
}
