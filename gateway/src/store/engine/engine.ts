import { PostgresAdapter, type Transaction } from 'kysely';
import type { Db, Schema } from '../schema.ts';

/** The database: a SQLite file in the data folder, or a PostgreSQL server that several gateways share. */
export type Engine = 'sqlite' | 'postgres';

/** The database that a connection is to. */
export function engineOf(db: Pick<Db, 'getExecutor'>): Engine {
	return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/** Maintenance of the database, so that its files stay about as large as their content. */
export interface StoreMaintenance {
	/** Size of the database in bytes; null where the engine does not report it. */
	size(): Promise<number | null>;
	/** Frees some of the space of deleted rows. Returns true when there is more to free. */
	vacuum(): Promise<boolean>;
	/** Moves the write-ahead log to the database file after many deletions. */
	checkpoint(): Promise<void>;
}

/** The location of a gateway's data. */
export interface StoreLocation {
	/** Contains the SQLite file, where there is no URL. */
	dataFolder: string;
	/** A PostgreSQL database; null: SQLite. */
	databaseUrl: string | null;
}

/** Runs work in a transaction: commits when it resolves, and rolls back when it rejects. */
export type Transact = <T>(work: (db: Transaction<Schema>) => Promise<T>) => Promise<T>;

/**
 * Locks the rows that a query reads until the end of the transaction. SQLite needs no lock: one process writes, one
 * transaction after the other.
 */
export function lockRows<Query extends { forNoKeyUpdate(): Query }>(db: Db, query: Query): Query {
	return engineOf(db) === 'postgres' ? query.forNoKeyUpdate() : query;
}

/** Failures of a database, by what the caller can do. */
export type StoreFailure =
	/** Another process changed the same rows: a retry helps at once. */
	| 'conflict'
	/** Another process inserted the same row first: a retry finds the row. */
	| 'duplicate'
	/** Another process deleted the row that this one refers to: a retry finds that it is gone. */
	| 'orphan'
	/** A statement exceeded its time limit, such as where another session holds locks: the caller may retry later. */
	| 'timeout'
	/** The database cannot be reached, or closed the connection: a retry helps after a pause. */
	| 'unreachable';
