import {
	connectedShare,
	statusSpans,
	type StatusChange,
	type StatusSpan,
} from '../domain/instances/status-history.ts';
import { intervalsOf, type StatisticsPeriod } from '../domain/statistics-period.ts';
import { readMessageCounts } from '../store/instances/message-counts.ts';
import { listStatusChanges } from '../store/instances/status-changes.ts';
import type { Db, InstanceRow } from '../store/schema.ts';

/** Most spans of a history: an instance that flaps has more, of which the latest are shown. */
const SPANS_LIMIT = 500;

/** The activity of an instance in a span of time. */
export interface HealthFigures {
	/** The connected time as a share of the time for which the status is known; null: it is known for no time. */
	connected: number | null;
	sent: number;
	received: number;
	failed: number;
}

export interface HealthHistory extends HealthFigures {
	/** Epoch milliseconds. */
	since: number;
	/** Seconds. */
	interval: number;
	/** Oldest first; the last one is the current status. */
	statuses: StatusSpan[];
	/** Every interval of the period, oldest first, with its start in epoch milliseconds; the last one is not over. */
	intervals: (HealthFigures & { startsAt: number })[];
}

/** Returns the activity of an instance over a period that ends at `now` (epoch milliseconds). */
export async function healthHistory(
	db: Db,
	instance: InstanceRow,
	period: StatisticsPeriod,
	now: number,
): Promise<HealthHistory> {
	const { since, interval, starts } = intervalsOf(period, now);
	const changes = await listStatusChanges(db, instance.id, since);
	const known = [...statusBefore(instance, changes[0]), ...changes];
	const spans = statusSpans(known, { since, now });
	const counts = await readMessageCounts(db, instance.id, { since, interval });
	const figures = (from: number, until: number): HealthFigures => {
		const within = counts.filter(({ startsAt }) => startsAt >= from && startsAt < until);
		const sum = (name: 'sent' | 'received' | 'failed') => within.reduce((total, row) => total + row[name], 0);
		return {
			connected: connectedShare(spans, from, until),
			sent: sum('sent'),
			received: sum('received'),
			failed: sum('failed'),
		};
	};
	return {
		since,
		interval,
		...figures(since, Infinity),
		statuses: spans.slice(-SPANS_LIMIT),
		intervals: starts.map((startsAt) => ({ startsAt, ...figures(startsAt, startsAt + interval * 1000) })),
	};
}

/**
 * The status before the first change that is known. Versions before this table existed recorded none: such an instance is
 * known to be connected since its latest connection, and nothing else.
 */
function statusBefore(
	{ status, connected_at: connectedAt }: InstanceRow,
	first: StatusChange | undefined,
): StatusChange[] {
	if (first !== undefined || status !== 'connected' || connectedAt === null) return [];
	return [{ at: connectedAt, status, reason: null }];
}
