import { utcHour } from '../../domain/clock.ts';
import { minIdAt, type InstanceId } from '../../domain/ids.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import { insertInto, writeRows } from '../engine/write-rows.ts';
import type { Db } from '../schema.ts';
import type { LedgerCountTable, LedgerHourTable } from '../schema/ledger.ts';

const UPSERT_COUNTS = insertInto(
	'ledger_counts',
	{ instance_id: 'text', hour: 'text', figures: 'text', breaks: 'text' },
	'on conflict (instance_id, hour) do update set figures = excluded.figures, breaks = excluded.breaks',
);

/** Stores the figures of an hour, in place of its earlier figures. */
export async function writeCountedHour(
	db: Db,
	hour: LedgerHourTable,
	counts: readonly LedgerCountTable[],
): Promise<void> {
	const { state, waiting, counted_at } = hour;
	await db
		.insertInto('ledger_hours')
		.values(hour)
		.onConflict((conflict) => conflict.column('hour').doUpdateSet({ state, waiting, counted_at }))
		.execute();
	await writeRows(db, UPSERT_COUNTS, counts);
}

/** Lists the hours of a period (epoch milliseconds) that were counted, by their names. */
export async function listCountedHours(
	db: Db,
	{ from, to }: { from: number; to: number },
): Promise<Map<string, LedgerHourTable>> {
	const rows = await db
		.selectFrom('ledger_hours')
		.selectAll()
		.where('hour', '>=', utcHour(from))
		.where('hour', '<', utcHour(to))
		.execute();
	return new Map(rows.map((row) => [row.hour, row]));
}

/** Returns the figures of an hour, by instance. `instanceIds`: only these instances; null: all. */
export async function listFigures(
	db: Db,
	hour: string,
	instanceIds: readonly (InstanceId | '')[] | null,
): Promise<Pick<LedgerCountTable, 'instance_id' | 'figures'>[]> {
	if (instanceIds?.length === 0) return [];
	return db
		.selectFrom('ledger_counts')
		.select(['instance_id', 'figures'])
		.where('hour', '=', hour)
		.$if(instanceIds !== null, (query) => query.where('instance_id', 'in', padInList(instanceIds ?? [])))
		.orderBy('instance_id')
		.execute();
}

/** Lists the stored breaks of these instances in an hour, by instance. */
export function listBreaks(
	db: Db,
	hour: string,
	instanceIds: readonly (InstanceId | '')[],
): Promise<Pick<LedgerCountTable, 'breaks'>[]> {
	return db
		.selectFrom('ledger_counts')
		.select('breaks')
		.where('hour', '=', hour)
		.where('instance_id', 'in', padInList(instanceIds))
		.orderBy('instance_id')
		.execute();
}

/** Finds the first counted hour before a time (epoch milliseconds); null: there is none. */
export async function findFirstCounted(db: Db, before: number): Promise<string | null> {
	const row = await db
		.selectFrom('ledger_hours')
		.select('hour')
		.where('hour', '<', utcHour(before))
		.orderBy('hour')
		.limit(1)
		.executeTakeFirst();
	return row?.hour ?? null;
}

/** Whether `hour` or a later hour was counted after `time` (epoch milliseconds), by its stored counting time. */
export async function hasCountsAfter(db: Db, hour: string, time: number): Promise<boolean> {
	const row = await db
		.selectFrom('ledger_hours')
		.select('hour')
		.where('hour', '>=', hour)
		.where('counted_at', '>', time)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** Replaces the counting time of the hours, from `hour` on, that were counted after `after`; times in epoch milliseconds. */
export async function setCountedAt(
	db: Db,
	hour: string,
	{ after, countedAt }: { after: number; countedAt: number },
): Promise<void> {
	await db
		.updateTable('ledger_hours')
		.set({ counted_at: countedAt })
		.where('hour', '>=', hour)
		.where('counted_at', '>', after)
		.execute();
}

/** Whether an hour is stored that was counted before a time (epoch milliseconds). */
export async function hasCountsBefore(db: Db, before: number): Promise<boolean> {
	const row = await db
		.selectFrom('ledger_hours')
		.select('hour')
		.where('hour', '<', utcHour(before))
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** Deletes the figures and acknowledgements of the hours before a time (epoch milliseconds); returns how many hours. */
export async function deleteCountsBefore(db: Db, before: number): Promise<number> {
	const hour = utcHour(before);
	await db.deleteFrom('network_acknowledgements').where('id', '<', minIdAt('ack', before)).execute();
	await db.deleteFrom('ledger_counts').where('hour', '<', hour).execute();
	const result = await db.deleteFrom('ledger_hours').where('hour', '<', hour).executeTakeFirst();
	return Number(result.numDeletedRows);
}
