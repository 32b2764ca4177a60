import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, tryToParseDateTime } from 'n8n-workflow';

import { excerptOf } from '../../../excerpt';
import { assertEmptyOnPurpose, parameterInWorkflow } from '../../../expression';

export const sendAt: INodeProperties = {
	displayName: 'Send At',
	name: 'sendAt',
	type: 'dateTime',
	default: '',
	description:
		'When to send the message, up to 30 days ahead. A time without a time zone is in the time zone of the workflow. Message > Cancel cancels it until then.',
};

/** A date with a time, and possibly a time zone. Dates alone are refused, because nobody means midnight. */
const DATE_WITH_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d)?$/i;

/**
 * Returns the time of the option Send At in UTC, as the gateway wants it; undefined when the option is empty. Throws a
 * NodeOperationError for anything but a date with a time, and when an expression has no value: a message that is sent too
 * early cannot be taken back.
 */
export function getSendAt(context: IExecuteFunctions, value: unknown, itemIndex: number): string | undefined {
	// An expression may return a date object, whose JSON has its time zone.
	const text = String(JSON.parse(JSON.stringify(value ?? ''))).trim();
	if (text === '') {
		assertEmptyOnPurpose(context.getNode(), parameterInWorkflow(context.getNode(), 'options.sendAt'), {
			label: 'Send At',
			instead: 'leave Send At empty to send at once',
			expected: 'a time, with {{ $now }} for at once',
			itemIndex,
		});
		return undefined;
	}
	const time = DATE_WITH_TIME.test(text) ? parseTime(text, context.getTimezone()) : undefined;
	if (time !== undefined) return time;
	throw new NodeOperationError(context.getNode(), `Send At: "${excerptOf(text)}" is not a date with a time`, {
		description:
			'Choose one in the form, or let the expression return one, e.g. {{ $now.plus({ hours: 2 }) }} or 2026-12-24T18:00:00.',
		itemIndex,
	});
}

function parseTime(text: string, timeZone: string): string | undefined {
	try {
		const time = tryToParseDateTime(text, timeZone);
		// Days that do not exist, such as February 30, would become days of the next month.
		return time.toISODate() === text.slice(0, 10) ? new Date(time.toMillis()).toISOString() : undefined;
	} catch {
		return undefined;
	}
}
