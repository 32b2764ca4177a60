import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Kysely } from 'kysely';
import type pg from 'pg';
import { ExplainedError } from '../../lib/errors/explained-error.ts';
import type { Commit } from '../commit/scope.ts';
import type { Db, Schema } from '../schema.ts';
import type { Engine, StoreFailure, StoreLocation, StoreMaintenance, Transact } from './engine.ts';
import { explainPostgresError } from './postgres/connection-error.ts';
import { postgresMaintenance } from './postgres/maintenance.ts';
import { openPostgres } from './postgres/postgres.ts';
import type { SilentConnections } from './postgres/silent-connections.ts';
import { sqliteDialect } from './sqlite/dialect.ts';
import { explainSqliteError } from './sqlite/file-error.ts';
import { sqliteMaintenance } from './sqlite/maintenance.ts';
import { openSqlite, sqliteFailure } from './sqlite/sqlite.ts';
import { createWriteCounter, type WriteCounter } from './write-counter.ts';
import { postgresFailure } from './postgres/failure.ts';

const FILE = 'gateway.db';

/** An open database, with the operations that each engine implements differently. */
export interface OpenDatabase {
	engine: Engine;
	pool: pg.Pool | null;
	transact: Transact;
	flush: () => Promise<void>;
	/** Counts the statements of transactions. */
	writes: WriteCounter;
	reader: Db;
	/** See Store.readByIndex. */
	indexReader: Db;
	/** Throws where connections have not the sessions that they need, such as behind some connection poolers. */
	requireSessions: () => Promise<void>;
	/** See SilentConnections. SQLite has none. */
	endSilentConnections: SilentConnections['check'];
	/** Runs work whose statements may take long, such as migrations. */
	withoutTimeouts: (work: (db: Db) => Promise<void>, signal: AbortSignal) => Promise<void>;
	/** Classifies an error of the database; null: it is none, or a retry does not help. */
	failureOf: (error: unknown) => StoreFailure | null;
	createMaintenance: (commit: Commit) => StoreMaintenance;
	/** See Store. */
	externalChanges: () => number;
	close: () => Promise<void>;
}

export interface OpenDeps {
	/** Receives the errors of idle connections. */
	onError?: ((error: unknown) => void) | undefined;
	/** Whether a transaction that begins now has to be synced by its commit. */
	isSynced: () => boolean;
}

/** Opens the database of a gateway, and creates the file of SQLite when it is absent. Throws like explainStoreError(). */
export function openDatabase(location: StoreLocation, deps: OpenDeps): OpenDatabase {
	try {
		return openEngine(location, deps);
	} catch (error) {
		throw explainStoreError(location, error);
	}
}

/** Returns the cause of an error of the database, and what an operator can do; another error as it is. */
export function explainStoreError({ databaseUrl, dataFolder }: StoreLocation, error: unknown): unknown {
	if (error instanceof ExplainedError) return error;
	const cause = error instanceof Error ? (error.cause ?? error) : error;
	if (cause instanceof ExplainedError) return cause;
	const explained =
		databaseUrl === null
			? explainSqliteError(path.join(dataFolder, FILE), cause)
			: explainPostgresError(cause);
	return explained ?? error;
}

function openEngine(
	{ dataFolder, databaseUrl }: StoreLocation,
	{ onError, isSynced }: OpenDeps,
): OpenDatabase {
	mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
	const writes = createWriteCounter();
	if (databaseUrl !== null) {
		const database = openPostgres(databaseUrl, {
			onError: onError ?? (() => undefined),
			log: writes.log,
			isSynced,
		});
		const { writer, reader, indexReader } = database;
		return {
			...database,
			engine: 'postgres',
			writes,
			failureOf: postgresFailure,
			createMaintenance: () => postgresMaintenance(reader),
			externalChanges: () => 0,
			async close() {
				await Promise.all([writer.destroy(), reader.destroy(), indexReader.destroy()]);
			},
		};
	}
	const file = path.join(dataFolder, FILE);
	// The writer creates the file that the reader opens.
	const writerFile = openSqlite(file, 'write');
	const dialect = sqliteDialect(writerFile, 'write', isSynced);
	const writer = new Kysely<Schema>({ dialect, log: writes.log });
	const readerFile = openSqlite(file, 'read');
	const reader = new Kysely<Schema>({ dialect: sqliteDialect(readerFile, 'read') });
	return {
		engine: 'sqlite',
		pool: null,
		transact: (work) => writer.transaction().execute(work),
		// SQLite executes each statement synchronously.
		flush: () => Promise.resolve(),
		writes,
		reader,
		indexReader: reader,
		requireSessions: () => Promise.resolve(),
		endSilentConnections: () => Promise.resolve(),
		withoutTimeouts: (work) => work(writer),
		failureOf: sqliteFailure,
		createMaintenance: (commit) => sqliteMaintenance({ commit, writer, read: reader }),
		externalChanges: () => writerFile.externalChanges(),
		close() {
			readerFile.close();
			writerFile.close();
			return Promise.resolve();
		},
	};
}
