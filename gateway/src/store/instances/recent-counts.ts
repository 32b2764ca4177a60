import type { InstanceId } from '../../domain/ids.ts';
import { startOfSpan } from '../../domain/statistics-period.ts';
import { insertInto, writeRows } from '../engine/write-rows.ts';
import type { Db, InstanceRecentCountTable } from '../schema.ts';
import type { CountEntry, SpanCounts } from './hourly-stats.ts';

/*
 * The messages of the last hours in spans of five minutes, for the chart of an hour. Messages that wait for their
 * connection are sent long after they were queued, so that no index of messages has the time when they were sent.
 */

/** The length of a span in seconds. */
const SPAN = 300;

/** Adds messages to the counts of their instances. */
export async function addRecentCounts(db: Db, entries: readonly CountEntry[]): Promise<void> {
	const spans = new Map<string, InstanceRecentCountTable>();
	for (const { instanceId, count, at } of entries) {
		if (count === 'delivered' || count === 'read') continue;
		const startsAt = startOfSpan(at, SPAN);
		const key = `${instanceId} ${startsAt}`;
		const row = spans.get(key) ?? {
			instance_id: instanceId,
			starts_at: startsAt,
			sent: 0,
			received: 0,
			failed: 0,
		};
		row[count] += 1;
		spans.set(key, row);
	}
	// All processes write rows in the same order, so that two of them cannot deadlock.
	const sorted = [...spans].sort(([a], [b]) => (a < b ? -1 : 1));
	await writeRows(
		db,
		ADD_TO_SPAN,
		sorted.map(([, row]) => row),
	);
}

const ADD_TO_SPAN = insertInto(
	'instance_recent_counts',
	{ instance_id: 'text', starts_at: 'bigint', sent: 'bigint', received: 'bigint', failed: 'bigint' },
	`on conflict (instance_id, starts_at) do update set
	sent = instance_recent_counts.sent + excluded.sent,
	received = instance_recent_counts.received + excluded.received,
	failed = instance_recent_counts.failed + excluded.failed`,
);

/** The counts of an instance in spans of five minutes since a time (epoch milliseconds); others have none. */
export function readRecentCounts(db: Db, instanceId: InstanceId, since: number): Promise<SpanCounts[]> {
	return db
		.selectFrom('instance_recent_counts')
		.select(['starts_at as startsAt', 'sent', 'received', 'failed'])
		.where('instance_id', '=', instanceId)
		.where('starts_at', '>=', since)
		.execute();
}

/** Whether there are counts of spans that started before a time (epoch milliseconds). */
export async function hasRecentCountsBefore(db: Db, before: number): Promise<boolean> {
	const row = await db
		.selectFrom('instance_recent_counts')
		.select('starts_at')
		.where('starts_at', '<', before)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** Deletes counts of spans that started before a time (epoch milliseconds); returns how many rows. */
export async function deleteRecentCountsBefore(db: Db, before: number): Promise<number> {
	const result = await db
		.deleteFrom('instance_recent_counts')
		.where('starts_at', '<', before)
		.executeTakeFirst();
	return Number(result.numDeletedRows);
}
