import { sql } from 'kysely';
import { utcDay } from '../domain/clock.ts';
import type { InstanceId } from '../domain/ids.ts';
import type { Db, InstanceDayTable } from './schema.ts';

export type DayCount = 'sent' | 'received' | 'delivered' | 'failed';
export type DayCounts = Pick<InstanceDayTable, DayCount>;

/** Adds one to what an instance did on the day of `at`. */
export async function countOnDay(db: Db, instanceId: InstanceId, count: DayCount, at: number): Promise<void> {
	const none: DayCounts = { sent: 0, received: 0, delivered: 0, failed: 0 };
	await db
		.insertInto('instance_days')
		.values({ instance_id: instanceId, day: utcDay(at), ...none, [count]: 1 })
		.onConflict((conflict) =>
			conflict
				.columns(['instance_id', 'day'])
				.doUpdateSet({ [count]: sql`${sql.ref(`instance_days.${count}`)} + 1` }),
		)
		.execute();
}

/** What an instance did on the day of `at`; zeros where it did nothing yet. */
export async function countsOfDay(db: Db, instanceId: InstanceId, at: number): Promise<DayCounts> {
	const row = await db
		.selectFrom('instance_days')
		.select(['sent', 'received', 'delivered', 'failed'])
		.where('instance_id', '=', instanceId)
		.where('day', '=', utcDay(at))
		.executeTakeFirst();
	return row ?? { sent: 0, received: 0, delivered: 0, failed: 0 };
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
