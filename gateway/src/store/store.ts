import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Kysely } from 'kysely';
import type pg from 'pg';
import type { Clock } from '../domain/clock.ts';
import { ExplainedError } from '../lib/explained-error.ts';
import { reportErrors } from '../lib/report-errors.ts';
import { CLAIM_NOTHING, type ClaimOnInsert } from './webhooks/insert-claim.ts';
import type { Engine, StoreFailure } from './engine/engine.ts';
import { createGroupCommit } from './commit/group-commit.ts';
import type { ObserveGroup } from './commit/run-group.ts';
import type { Commit } from './commit/scope.ts';
import { migrate } from './migrations/index.ts';
import { isAccessDenied, openPostgres, postgresFailure } from './engine/postgres/postgres.ts';
import { createWriteCounter, type WriteCounter } from './engine/write-counter.ts';
import type { Db, Schema } from './schema.ts';
import type { Listen, Signal } from './signal.ts';
import { postgresMaintenance } from './engine/postgres/maintenance.ts';
import { openSqlite, sqliteFailure } from './engine/sqlite/sqlite.ts';
import { sqliteDialect } from './engine/sqlite/dialect.ts';
import { sqliteMaintenance } from './engine/sqlite/maintenance.ts';

/** Maintenance of the database, so that its files stay about as large as their content. */
export interface StoreMaintenance {
	/** Size of the database in bytes; null where the engine does not report it. */
	size(): Promise<number | null>;
	/** Frees some of the space of deleted rows. Returns true when there is more to free. */
	vacuum(): Promise<boolean>;
	/** Moves the write-ahead log to the database file after many deletions. */
	checkpoint(): Promise<void>;
}

/** Where a gateway stores its data. */
export interface StoreLocation {
	/** Contains the SQLite file, where there is no URL. */
	dataFolder: string;
	/** A PostgreSQL database; null: SQLite. */
	databaseUrl: string | null;
}

export interface StoreDeps {
	clock: Clock;
	/** Receives the errors of idle connections. */
	onError?: (error: unknown) => void;
	/** Receives what a listener of signals throws; the other listeners hear the signal all the same. */
	onListenerError?: (error: unknown) => void;
	/** Observes the commit of every group. */
	observe?: ObserveGroup;
}

/** The server in DATABASE_URL cannot be reached, or is starting. The message names no address. */
export class DatabaseOutOfReach extends ExplainedError {
	constructor(cause: unknown) {
		const why = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
		super(
			`The PostgreSQL server that DATABASE_URL names could not be reached${why}. Check that it runs and that the address is right, then start the gateway again.`,
			{ cause },
		);
		this.name = 'DatabaseOutOfReach';
	}
}

/** The server in DATABASE_URL denies access: the user, the password or the name of the database is wrong. */
export class DatabaseRefused extends ExplainedError {
	constructor(cause: Error) {
		super(
			`The PostgreSQL server that DATABASE_URL names refused the connection: ${cause.message}. Check the user, the password and the name of the database, then start the gateway again.`,
			{ cause },
		);
		this.name = 'DatabaseRefused';
	}
}

export interface Store {
	engine: Engine;
	/** Connections for a library that queries PostgreSQL itself; null on SQLite. */
	pool: pg.Pool | null;
	/** Runs all writes; see GroupCommit. */
	commit: Commit;
	/** Runs queries that only read: they see committed rows, and do not wait for a running commit. */
	read: Db;
	/** Adds a listener for the signals of commits. */
	listen: Listen;
	/** Sets the function that claims deliveries while they are inserted. */
	setInsertClaimer: (claimOnInsert: ClaimOnInsert) => void;
	/** Sends a signal of another process to the listeners of this one. */
	publish: (signal: Signal) => void;
	/** Classifies an error of the database; null: it is none, or a retry does not help. */
	failureOf: (error: unknown) => StoreFailure | null;
	maintenance: StoreMaintenance;
	/** Commits all accepted work, then closes the database. */
	close(): Promise<void>;
}

/**
 * Opens the database, creates it when absent, and runs the migrations. Throws DatabaseOutOfReach, DatabaseRefused, or
 * the error of a migration.
 */
export async function openStore(location: StoreLocation, deps: StoreDeps): Promise<Store> {
	const database = open(location, deps);
	const { engine, pool, writer, flush, writes, reader, withoutTimeouts, failureOf, close } = database;
	try {
		await withoutTimeouts(migrate);
	} catch (error) {
		await close();
		const cause = error instanceof Error ? (error.cause ?? error) : error;
		if (isAccessDenied(cause)) throw new DatabaseRefused(cause);
		throw failureOf(cause) === 'unreachable' ? new DatabaseOutOfReach(cause) : error;
	}
	const listeners = new Set<(signal: Signal) => void>();
	const { onListenerError = () => undefined } = deps;
	const publish = (signal: Signal): void => {
		for (const listener of listeners) {
			reportErrors(onListenerError, () => {
				listener(signal);
			});
		}
	};
	let claimOnInsert = CLAIM_NOTHING;
	const group = createGroupCommit({
		db: writer,
		flush,
		writes,
		clock: deps.clock,
		publish,
		claimOnInsert: (webhookIds) => claimOnInsert(webhookIds),
		failureOf,
		onListenerError,
		...(deps.observe === undefined ? {} : { observe: deps.observe }),
	});
	return {
		engine,
		pool,
		commit: group.commit,
		read: reader,
		maintenance: database.createMaintenance(group.commit),
		listen(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		setInsertClaimer(claimer) {
			claimOnInsert = claimer;
		},
		publish,
		failureOf,
		async close() {
			await group.close();
			await close();
		},
	};
}

interface OpenDatabase {
	engine: Engine;
	pool: pg.Pool | null;
	writer: Db;
	flush: () => Promise<void>;
	/** Counts the writer's statements. */
	writes: WriteCounter;
	reader: Db;
	/** Runs work whose statements may take long, such as migrations. */
	withoutTimeouts: (work: (db: Db) => Promise<void>) => Promise<void>;
	failureOf: Store['failureOf'];
	createMaintenance: (commit: Commit) => StoreMaintenance;
	close: () => Promise<void>;
}

function open({ dataFolder, databaseUrl }: StoreLocation, { onError }: StoreDeps): OpenDatabase {
	mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
	const writes = createWriteCounter();
	if (databaseUrl !== null) {
		const { writer, flush, reader, pool, withoutTimeouts } = openPostgres(databaseUrl, {
			onError: onError ?? (() => undefined),
			log: writes.log,
		});
		return {
			engine: 'postgres',
			pool,
			writer,
			flush,
			writes,
			reader,
			withoutTimeouts,
			failureOf: postgresFailure,
			createMaintenance: () => postgresMaintenance(reader),
			async close() {
				await Promise.all([writer.destroy(), reader.destroy()]);
			},
		};
	}
	const file = path.join(dataFolder, 'gateway.db');
	// The writer creates the file that the reader opens.
	const writerFile = openSqlite(file, 'write');
	const writer = new Kysely<Schema>({ dialect: sqliteDialect(writerFile, 'write'), log: writes.log });
	const readerFile = openSqlite(file, 'read');
	const reader = new Kysely<Schema>({ dialect: sqliteDialect(readerFile, 'read') });
	return {
		engine: 'sqlite',
		pool: null,
		writer,
		// SQLite executes each statement synchronously.
		flush: () => Promise.resolve(),
		writes,
		reader,
		withoutTimeouts: (work) => work(writer),
		failureOf: sqliteFailure,
		createMaintenance: (commit) => sqliteMaintenance({ commit, writer, read: reader }),
		close() {
			readerFile.close();
			writerFile.close();
			return Promise.resolve();
		},
	};
}
