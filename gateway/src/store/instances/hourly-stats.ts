import { DAY } from '../../domain/duration.ts';
import type { VisibleInstances } from '../../domain/access/caller.ts';
import { utcDay, utcHour } from '../../domain/clock.ts';
import type { InstanceId } from '../../domain/ids.ts';
import type { Db, InstanceHourlyStatsTable } from '../schema.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import { insertInto, writeRows } from '../engine/write-rows.ts';

export type Count = 'sent' | 'received' | 'delivered' | 'read' | 'failed';
export type Counts = Pick<InstanceHourlyStatsTable, Count>;

/** One message to add to a count of an instance. */
export interface CountEntry {
	instanceId: InstanceId;
	count: Count;
	at: number;
}

/** Messages that an instance sent and received in a span of time, and that failed. */
export interface SpanCounts {
	/** Epoch milliseconds. */
	startsAt: number;
	sent: number;
	received: number;
	failed: number;
}

const ZERO_COUNTS: Counts = { sent: 0, received: 0, delivered: 0, read: 0, failed: 0 };

/** Adds messages to the hourly counts of their instances. */
export async function addHourlyCounts(db: Db, entries: readonly CountEntry[]): Promise<void> {
	const hours = new Map<string, InstanceHourlyStatsTable>();
	for (const { instanceId, count, at } of entries) {
		const hour = utcHour(at);
		const sums = hours.get(`${instanceId} ${hour}`) ?? {
			instance_id: instanceId,
			hour,
			...ZERO_COUNTS,
			last_received_at: null,
		};
		sums[count] += 1;
		if (count === 'received') sums.last_received_at = Math.max(sums.last_received_at ?? 0, at);
		hours.set(`${instanceId} ${hour}`, sums);
	}
	// All processes write rows in the same order, so that two of them cannot deadlock.
	const rows = [...hours.values()].sort((a, b) => (a.instance_id < b.instance_id ? -1 : 1));
	await writeRows(db, ADD_TO_HOUR, rows);
}

const ADD_TO_HOUR = insertInto(
	'instance_hourly_stats',
	{
		instance_id: 'text',
		hour: 'text',
		sent: 'bigint',
		received: 'bigint',
		delivered: 'bigint',
		read: 'bigint',
		failed: 'bigint',
		last_received_at: 'bigint',
	},
	`on conflict (instance_id, hour) do update set
	sent = instance_hourly_stats.sent + excluded.sent,
	received = instance_hourly_stats.received + excluded.received,
	delivered = instance_hourly_stats.delivered + excluded.delivered,
	read = instance_hourly_stats.read + excluded.read,
	failed = instance_hourly_stats.failed + excluded.failed,
	last_received_at = coalesce(excluded.last_received_at, instance_hourly_stats.last_received_at)`,
);

/** When an instance last received a message, as far as its counts are kept; null: never. */
export async function findLastReceivedAt(db: Db, instanceId: InstanceId): Promise<number | null> {
	const row = await db
		.selectFrom('instance_hourly_stats')
		.select('last_received_at')
		.where('instance_id', '=', instanceId)
		.where('last_received_at', 'is not', null)
		.orderBy('hour', 'desc')
		.limit(1)
		.executeTakeFirst();
	return row?.last_received_at ?? null;
}

/** The counts of an instance on the UTC day of `at`. */
export async function countsOfDay(db: Db, instanceId: InstanceId, at: number): Promise<Counts> {
	const hours = await hoursOfDay(db, at)
		.select(['sent', 'received', 'delivered', 'read', 'failed'])
		.where('instance_id', '=', instanceId)
		.execute();
	const sums = { ...ZERO_COUNTS };
	for (const hour of hours) {
		for (const count of Object.keys(sums) as Count[]) sums[count] += hour[count];
	}
	return sums;
}

/** How many messages the visible instances sent on the UTC day of `at`. */
export async function sentOnDay(db: Db, at: number, visible: VisibleInstances): Promise<number> {
	const row = await hoursOfDay(db, at)
		.select((eb) => eb.fn.coalesce(eb.fn.sum<number>('sent'), eb.lit(0)).as('sent'))
		.$if(visible !== null, (query) => query.where('instance_id', 'in', padInList(visible ?? [])))
		.executeTakeFirstOrThrow();
	return row.sent;
}

/**
 * The counts of an instance for each hour since that of `since` (epoch milliseconds); hours without messages are left
 * out.
 */
export async function readHourlyCounts(db: Db, instanceId: InstanceId, since: number): Promise<SpanCounts[]> {
	const rows = await db
		.selectFrom('instance_hourly_stats')
		.select(['hour', 'sent', 'received', 'failed'])
		.where('instance_id', '=', instanceId)
		.where('hour', '>=', utcHour(since))
		.execute();
	return rows.map(({ hour, ...counts }) => ({ startsAt: Date.parse(`${hour}:00:00Z`), ...counts }));
}

/** The counts of all instances for each hour since that of `from`, oldest first; hours without messages are left out. */
export function countsByHour(db: Db, from: number): Promise<(Counts & { hour: string })[]> {
	return db
		.selectFrom('instance_hourly_stats')
		.select((eb) => [
			'hour',
			eb.fn.sum<number>('sent').as('sent'),
			eb.fn.sum<number>('received').as('received'),
			eb.fn.sum<number>('delivered').as('delivered'),
			eb.fn.sum<number>('read').as('read'),
			eb.fn.sum<number>('failed').as('failed'),
		])
		.where('hour', '>=', utcHour(from))
		.groupBy('hour')
		.orderBy('hour')
		.execute();
}

/** The rows of a UTC day: the text of an hour starts with the text of its day. */
function hoursOfDay(db: Db, at: number) {
	return db
		.selectFrom('instance_hourly_stats')
		.where('hour', '>=', utcDay(at))
		.where('hour', '<', utcDay(at + DAY));
}
