import { sql, type RawBuilder, type SqlBool } from 'kysely';
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

/** The server's time in epoch milliseconds. */
export const SERVER_TIME = 'cast(extract(epoch from clock_timestamp()) * 1000 as bigint)';
const SILENCE = `${SERVER_TIME} - seen_at`;
/** Whether a row of `processes` belongs to a dead process. */
export const PROCESS_IS_DEAD = `(${SILENCE} > ${HEARTBEAT_TIMEOUT} or (${SILENCE} > ${RECONNECT_TIME} and not exists (
	select 1 from pg_locks where locktype = 'advisory' and classid = ${LOCK_CLASS} and cast(objid as bigint) = processes.lock_id
		and database = (select oid from pg_database where datname = current_database()) and granted
)))`;

/**
 * Acquires the lock of a process on this connection, without waiting: an earlier connection that the server considers
 * open may hold it for hours, and shows meanwhile that the process is alive. Returns `locked`.
 */
export const TRY_LOCK_PROCESS = `select pg_try_advisory_lock(${LOCK_CLASS}, $1) as locked`;

/** A process, with its sealed secret. */
export type LeaseHolder = Pick<ProcessTable, 'id' | 'url' | 'secret'>;

/** Deletes the row of a process, if it exists. */
export async function deleteProcess(db: Db, id: ProcessId): Promise<void> {
	await db.deleteFrom('processes').where('id', '=', id).execute();
}

/** Deletes the rows of other processes that are dead; returns their ids. */
export async function deleteDeadProcesses(db: Db, own: ProcessId): Promise<ProcessId[]> {
	const rows = await db
		.deleteFrom('processes')
		.where('id', '!=', own)
		.where(isDead())
		.returning('id')
		.execute();
	return rows.map(({ id }) => id);
}

/** Returns how many live processes work with a schema before `schema`. */
export async function countOlderProcesses(db: Db, schema: number): Promise<number> {
	const { total } = await db
		.selectFrom('processes')
		.select((eb) => eb.fn.countAll<number>().as('total'))
		.where((eb) => eb.not(isDead()))
		.where((eb) => eb.or([eb('schema_number', 'is', null), eb('schema_number', '<', schema)]))
		.executeTakeFirstOrThrow();
	return total;
}

/** Returns the URL of each live process at which the other processes reach it. */
export async function listLiveUrls(db: Db): Promise<string[]> {
	const rows = await db
		.selectFrom('processes')
		.select('url')
		.where((eb) => eb.not(isDead()))
		.orderBy('url')
		.execute();
	return rows.map(({ url }) => url);
}

function isDead(): RawBuilder<SqlBool> {
	return sql.raw<SqlBool>(PROCESS_IS_DEAD);
}

/** The number of processes with a row, dead or not. */
export async function countProcesses(db: Db): Promise<number> {
	const { total } = await db
		.selectFrom('processes')
		.select((eb) => eb.fn.countAll<number>().as('total'))
		.executeTakeFirstOrThrow();
	return total;
}
