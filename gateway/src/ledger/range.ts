import { HOUR } from '../domain/duration.ts';
import { GatewayError } from '../domain/error.ts';
import { parseDate } from '../domain/parse-date.ts';
import { startOfHour } from './hours.ts';
import type { LedgerRange } from './read-ledger.ts';

/** Hours of a range that does not say where it begins. */
const DEFAULT_HOURS = 24;
/** Most hours of a range. */
export const HOURS_LIMIT = 168;
/** Most hours of a range that is counted again for the request. */
export const RECOUNT_LIMIT = 48;

/** A range as clients write it: ISO 8601 dates. */
export interface RangeQuery {
	from?: string | undefined;
	to?: string | undefined;
	recount?: boolean | undefined;
}

/** Reads a range. Throws invalid_parameters for a date that does not exist, and where the hours are too many or none. */
export function parseRange(query: RangeQuery, now: number): Omit<LedgerRange, 'instanceIds'> {
	const { recount = false } = query;
	const to = Math.min(now, query.to === undefined ? now : parseDate('to', query.to));
	const from = query.from === undefined ? to - (DEFAULT_HOURS - 1) * HOUR : parseDate('from', query.from);
	const hours = (startOfHour(to) - startOfHour(from)) / HOUR + 1;
	const limit = recount ? RECOUNT_LIMIT : HOURS_LIMIT;
	if (hours < 1) {
		throw new GatewayError('invalid_parameters', '"from" must be before "to", and not in the future.');
	}
	if (hours > limit) {
		throw new GatewayError(
			'invalid_parameters',
			`These are ${hours} hours; ask for at most ${limit} at a time${recount ? ' with "recount"' : ''}.`,
		);
	}
	return { from, to, recount };
}
