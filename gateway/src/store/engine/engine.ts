import { PostgresAdapter } from 'kysely';
import type { Db } from '../schema.ts';

/** Which database holds everything: one file beside the gateway, or a PostgreSQL server that several share. */
export type Engine = 'sqlite' | 'postgres';

export function engineOf(db: Pick<Db, 'getExecutor'>): Engine {
	return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/**
 * Keeps the rows a query reads as they are until the end of the commit that reads them. On SQLite they are anyway:
 * one process writes, one commit after the other.
 */
export function lockRows<Query extends { forNoKeyUpdate(): Query }>(db: Db, query: Query): Query {
	return engineOf(db) === 'postgres' ? query.forNoKeyUpdate() : query;
}

/** What a database could not do, told apart by what helps. */
export type StoreFailure =
	/** Another process changed the same rows: the work may be done again at once. */
	| 'conflict'
	/** Another process made the same row first: the work may look again, and finds it. */
	| 'duplicate'
	/** It took longer than a statement may, such as where somebody else holds the rows: the work may be done later. */
	| 'overdue'
	/** The database cannot be reached, or ended the connection: the work may be done again in a moment. */
	| 'unreachable';
