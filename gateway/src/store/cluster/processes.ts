import { sql } from 'kysely';
import type { ProcessId } from '../../domain/ids.ts';
import type { Db, ProcessTable } from '../schema.ts';

/**
 * The gateways on one PostgreSQL database. Each holds an advisory lock while it is connected: the server releases the
 * lock when the process ends in any way, so the other gateways detect its death at once. Times are the server's,
 * because the clocks of machines differ.
 */

/** Class of the advisory locks: an arbitrary number that no other program on the database uses. */
const LOCK_CLASS = 1_836_278_647;
/** Milliseconds after which a process without its lock is dead: until then it may be reconnecting. */
const RECONNECT_TIME = 1500;
/** Milliseconds without a heartbeat after which a process is dead, even while its connection is open. */
const HEARTBEAT_TIMEOUT = 10_000;

const NOW = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;

/** Acquires the lock of a process, for as long as the connection that executes this is open. */
export const LOCK_PROCESS = `select pg_advisory_lock(${LOCK_CLASS}, $1)`;

export type Peer = Pick<ProcessTable, 'id' | 'url' | 'secret'>;

/** Records a heartbeat of a process; the first one registers it. */
export async function upsertProcess(db: Db, process: Omit<ProcessTable, 'seen_at'>): Promise<void> {
	await db
		.insertInto('processes')
		.values({ ...process, seen_at: NOW })
		.onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: NOW }))
		.execute();
}

export async function deleteProcess(db: Db, id: ProcessId): Promise<void> {
	await db.deleteFrom('processes').where('id', '=', id).execute();
}

/** Deletes the rows of other processes that are dead; returns their ids. */
export async function deleteDeadProcesses(db: Db, own: ProcessId): Promise<ProcessId[]> {
	const silence = sql<number>`${NOW} - seen_at`;
	const unlocked = sql<boolean>`not exists (
		select 1 from pg_locks where locktype = 'advisory' and classid = ${sql.lit(LOCK_CLASS)} and cast(objid as bigint) = processes.lock_id
			and database = (select oid from pg_database where datname = current_database()) and granted
	)`;
	const rows = await db
		.deleteFrom('processes')
		.where('id', '!=', own)
		.where((eb) =>
			eb.or([eb(silence, '>', HEARTBEAT_TIMEOUT), eb.and([eb(silence, '>', RECONNECT_TIME), unlocked])]),
		)
		.returning('id')
		.execute();
	return rows.map(({ id }) => id);
}

export async function countProcesses(db: Db): Promise<number> {
	const { total } = await db
		.selectFrom('processes')
		.select((eb) => eb.fn.countAll<number>().as('total'))
		.executeTakeFirstOrThrow();
	return total;
}
