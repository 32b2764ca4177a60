import { utcDay } from '../domain/clock.ts';
import type { InstanceId } from '../domain/ids.ts';
import type { Db, InstanceDayTable } from './schema.ts';
import { insertRows } from './write-rows.ts';

export type DayCount = 'sent' | 'received' | 'delivered' | 'failed';
export type DayCounts = Pick<InstanceDayTable, DayCount>;

/** One more of something that an instance did. */
export interface DayEntry {
	instanceId: InstanceId;
	count: DayCount;
	at: number;
}

const NOTHING: DayCounts = { sent: 0, received: 0, delivered: 0, failed: 0 };

/** Adds what instances did to their days. */
export async function countOnDays(db: Db, entries: readonly DayEntry[]): Promise<void> {
	const days = new Map<string, InstanceDayTable>();
	for (const { instanceId, count, at } of entries) {
		const day = utcDay(at);
		const sums = days.get(`${instanceId} ${day}`) ?? { instance_id: instanceId, day, ...NOTHING };
		sums[count] += 1;
		days.set(`${instanceId} ${day}`, sums);
	}
	// In one order everywhere, so that two processes cannot wait for each other.
	const rows = [...days.values()].sort((a, b) => (a.instance_id < b.instance_id ? -1 : 1));
	await insertRows(db, 'instance_days', rows, ADD_TO_DAY);
}

const ADD_TO_DAY = `on conflict (instance_id, day) do update set
	sent = instance_days.sent + excluded.sent,
	received = instance_days.received + excluded.received,
	delivered = instance_days.delivered + excluded.delivered,
	failed = instance_days.failed + excluded.failed`;

/** What an instance did on the day of `at`; zeros where it did nothing yet. */
export async function countsOfDay(db: Db, instanceId: InstanceId, at: number): Promise<DayCounts> {
	const row = await db
		.selectFrom('instance_days')
		.select(['sent', 'received', 'delivered', 'failed'])
		.where('instance_id', '=', instanceId)
		.where('day', '=', utcDay(at))
		.executeTakeFirst();
	return row ?? NOTHING;
}

/** How many messages all instances together sent on the day of `at`. */
export async function sentOnDay(db: Db, at: number): Promise<number> {
	const row = await db
		.selectFrom('instance_days')
		.select((eb) => eb.fn.coalesce(eb.fn.sum<number>('sent'), eb.lit(0)).as('sent'))
		.where('day', '=', utcDay(at))
		.executeTakeFirstOrThrow();
	return row.sent;
}
