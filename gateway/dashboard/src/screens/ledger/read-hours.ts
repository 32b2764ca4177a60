import { request } from '../../api/request.ts';
import type { LedgerHourItem, LedgerPage } from '../../api/types.ts';

/** Which hours are read; `from` and `to` are ISO 8601 dates. */
export interface HoursQuery {
	/** Empty: all. */
	instanceId: string;
	from: string;
	/** Absent: until the present hour. */
	to?: string;
	/** Whether the rows are compared again. */
	recount?: boolean;
}

/** Reads the hours of a range without their instances, newest first, from all pages. */
export async function readHours(query: HoursQuery, signal: AbortSignal): Promise<LedgerHourItem[]> {
	const hours: LedgerHourItem[] = [];
	for (let to: string | null | undefined = query.to; to !== null; ) {
		const page: LedgerPage = await request('GET', '/v1/ledger', {
			query: { ...query, to, groupBy: 'hour' },
			signal,
		});
		hours.push(...page.data);
		to = page.pagination.nextTo;
	}
	return hours;
}
