import { sql } from 'kysely';
import type { ProcessId } from '../../domain/ids.ts';
import type { Db, ProcessTable } from '../schema.ts';

/**
 * The gateways on one PostgreSQL database. Each holds an advisory lock for as long as it is connected: the server
 * releases it when the process is gone, however it went, so the others learn of a death at once. Times are the
 * server's, because clocks of machines differ.
 */

/** Class of the advisory locks; any number that nothing else on the database uses. */
const LOCK_CLASS = 1_836_278_647;
/** A process without its lock may be connecting anew; after this many milliseconds it is taken for dead. */
const RECONNECT_TIME = 1500;
/** A process that says nothing for this long is taken for dead though its connection stands. */
const SILENCE_LIMIT = 10_000;

const NOW = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;

/** Takes the lock of a process on this very connection. */
export const LOCK_PROCESS = `select pg_advisory_lock(${LOCK_CLASS}, $1)`;

export type Peer = Pick<ProcessTable, 'id' | 'url' | 'secret'>;

/** Says that a process is here; the first time, who it is. */
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

/** Forgets the other processes that are dead; gives them. */
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
			eb.or([eb(silence, '>', SILENCE_LIMIT), eb.and([eb(silence, '>', RECONNECT_TIME), unlocked])]),
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
