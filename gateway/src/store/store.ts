import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as realPause } from 'node:timers/promises';
import { Kysely } from 'kysely';
import type pg from 'pg';
import type { Clock } from '../domain/clock.ts';
import { ExplainedError } from '../lib/explained-error.ts';
import { reportErrors } from '../lib/report-errors.ts';
import { VERSION } from '../version.ts';
import { CLAIM_NOTHING, type ClaimOnInsert } from './webhooks/insert-claim.ts';
import type { Engine, StoreFailure, Transact } from './engine/engine.ts';
import { createGroupCommit } from './commit/group-commit.ts';
import type { ObserveGroup } from './commit/run-group.ts';
import type { Commit } from './commit/scope.ts';
import { findNewerVersion } from './migrations/compatibility.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { migrate } from './migrations/migrate.ts';
import type { UpgradeProgress } from './migrations/progress.ts';
import { schemaOf, type Migrations } from './migrations/step.ts';
import { explainPostgresError } from './engine/postgres/connection-error.ts';
import { openPostgres, postgresFailure } from './engine/postgres/postgres.ts';
import { createWriteCounter, type WriteCounter } from './engine/write-counter.ts';
import type { Db, Schema } from './schema.ts';
import type { Listen, Signal } from './signal.ts';
import { postgresMaintenance } from './engine/postgres/maintenance.ts';
import { explainSqliteError } from './engine/sqlite/file-error.ts';
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
	/** Waits between the commits of two groups on PostgreSQL. Absent: in real time. */
	pause?: (milliseconds: number) => Promise<void>;
	/** Receives how far the migrations are. */
	onUpgrade?: (progress: UpgradeProgress) => void;
	/** Ends the migrations; the next start continues them. */
	signal?: AbortSignal;
	/** Absent: those of this version. */
	migrations?: Migrations;
	/** Throws NoDatabase where the database has no tables, instead of creating them. */
	requireTables?: boolean;
}

/** There is no gateway's database where one is required. */
export class NoDatabase extends ExplainedError {
	constructor(where: string, remedy: string) {
		super(`${where}. ${remedy} The first start of a gateway makes its database.`);
		this.name = 'NoDatabase';
	}
}

export interface Store {
	engine: Engine;
	/** Connections for a library that queries PostgreSQL itself; null on SQLite. */
	pool: pg.Pool | null;
	/** Runs all writes; see GroupCommit. */
	commit: Commit;
	/**
	 * Lets the database sync no commit, until the returned function is called: the first commit after that makes all
	 * before it durable, too. A crash of the process loses none; a power failure may lose those that were not synced yet.
	 */
	deferSync: () => () => void;
	/** Resolves when the next group of writes can start; see GroupCommit. */
	nextGroup: () => Promise<void>;
	/** Runs queries that only read: they see committed rows, and do not wait for a running commit. */
	read: Db;
	/** Adds a listener for the signals of commits. */
	listen: Listen;
	/**
	 * Returns another number after each commit of another process on the SQLite file, such as a command. On PostgreSQL it
	 * is always the same: there the other processes notify.
	 */
	externalChanges: () => number;
	/** Sets the function that claims deliveries while they are inserted. */
	setInsertClaimer: (claimOnInsert: ClaimOnInsert) => void;
	/** Sends a signal of another process to the listeners of this one. */
	publish: (signal: Signal) => void;
	/** Classifies an error of the database; null: it is none, or a retry does not help. */
	failureOf: (error: unknown) => StoreFailure | null;
	maintenance: StoreMaintenance;
	/** The number of the schema that this gateway works with. */
	schema: number;
	/** Returns the version that changed the schema so that this one cannot work with it; null: it can. */
	findNewerVersion: () => Promise<string | null>;
	/** Commits all accepted work, then closes the database. */
	close(): Promise<void>;
}

/** See GroupCommitDeps; 20 ms halve the processor time of 200 messages a second. */
const GROUP_INTERVAL = 20;

/**
 * Opens the database, creates it when absent, and runs the migrations. Throws an ExplainedError for what an operator can
 * mend, such as DatabaseOutOfReach, DatabaseRefused and SchemaTooNew, the error of a migration, or the reason of the signal.
 */
export async function openStore(location: StoreLocation, deps: StoreDeps): Promise<Store> {
	let deferring = 0;
	const database = open(location, { ...deps, isSynced: () => deferring === 0 });
	const { engine, pool, transact, flush, writes, reader, withoutTimeouts, failureOf, close } = database;
	const { signal = new AbortController().signal, migrations = MIGRATIONS } = deps;
	try {
		if (deps.requireTables === true) await requireTables(reader, location);
		const options = {
			migrations,
			version: VERSION,
			clock: deps.clock,
			signal,
			onProgress: deps.onUpgrade ?? (() => undefined),
			failureOf,
		};
		await withoutTimeouts((db) => migrate(db, options), signal);
	} catch (error) {
		await close();
		signal.throwIfAborted();
		throw explainStoreError(location, error);
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
		transact,
		overlaps: engine === 'postgres',
		flush,
		writes,
		clock: deps.clock,
		publish,
		claimOnInsert: (webhookIds) => claimOnInsert(webhookIds),
		failureOf,
		onListenerError,
		interval: engine === 'postgres' ? GROUP_INTERVAL : 0,
		pause: deps.pause ?? realPause,
		...(deps.observe === undefined ? {} : { observe: deps.observe }),
	});
	return {
		engine,
		pool,
		commit: group.commit,
		deferSync() {
			deferring += 1;
			return () => {
				deferring -= 1;
			};
		},
		nextGroup: group.nextGroup,
		read: reader,
		maintenance: database.createMaintenance(group.commit),
		schema: schemaOf(migrations),
		findNewerVersion: () => findNewerVersion(reader, schemaOf(migrations)),
		listen(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		externalChanges: database.externalChanges,
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

async function requireTables(db: Db, { databaseUrl, dataFolder }: StoreLocation): Promise<void> {
	const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
	if (tables.some(({ name }) => name === 'kysely_migration')) return;
	throw noTables(databaseUrl === null ? dataFolder : null);
}

/** The database in a data folder, or with null that of DATABASE_URL, is not one of a gateway. */
export function noTables(dataFolder: string | null): NoDatabase {
	return dataFolder === null
		? new NoDatabase(
				'The database that DATABASE_URL names has no tables of a gateway',
				'Set DATABASE_URL for this command to the database of your gateway.',
			)
		: new NoDatabase(`The gateway.db in the data folder ${dataFolder} is empty`, 'Check GATEWAY_DATA_DIR.');
}

/** An operator gets the cause of a migration's error, and what to do. */
export function explainStoreError({ databaseUrl, dataFolder }: StoreLocation, error: unknown): unknown {
	if (error instanceof ExplainedError) return error;
	const cause = error instanceof Error ? (error.cause ?? error) : error;
	const explained =
		databaseUrl === null
			? explainSqliteError(path.join(dataFolder, FILE), cause)
			: explainPostgresError(cause);
	return explained ?? error;
}

interface OpenDatabase {
	engine: Engine;
	pool: pg.Pool | null;
	transact: Transact;
	flush: () => Promise<void>;
	/** Counts the statements of transactions. */
	writes: WriteCounter;
	reader: Db;
	/** Runs work whose statements may take long, such as migrations. */
	withoutTimeouts: (work: (db: Db) => Promise<void>, signal: AbortSignal) => Promise<void>;
	failureOf: Store['failureOf'];
	createMaintenance: (commit: Commit) => StoreMaintenance;
	externalChanges: Store['externalChanges'];
	close: () => Promise<void>;
}

const FILE = 'gateway.db';

interface OpenDeps extends Pick<StoreDeps, 'onError'> {
	/** Whether a transaction that begins now has to be synced by its commit. */
	isSynced: () => boolean;
}

function open(location: StoreLocation, deps: OpenDeps): OpenDatabase {
	try {
		return openEngine(location, deps);
	} catch (error) {
		throw explainStoreError(location, error);
	}
}

function openEngine(
	{ dataFolder, databaseUrl }: StoreLocation,
	{ onError, isSynced }: OpenDeps,
): OpenDatabase {
	mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
	const writes = createWriteCounter();
	if (databaseUrl !== null) {
		const { writer, transact, flush, reader, pool, withoutTimeouts } = openPostgres(databaseUrl, {
			onError: onError ?? (() => undefined),
			log: writes.log,
			isSynced,
		});
		return {
			engine: 'postgres',
			pool,
			transact,
			flush,
			writes,
			reader,
			withoutTimeouts,
			failureOf: postgresFailure,
			createMaintenance: () => postgresMaintenance(reader),
			externalChanges: () => 0,
			async close() {
				await Promise.all([writer.destroy(), reader.destroy()]);
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
