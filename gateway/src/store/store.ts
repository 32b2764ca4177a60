import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Kysely } from 'kysely';
import type pg from 'pg';
import type { Clock } from '../domain/clock.ts';
import { ExplainedError } from '../lib/explained-error.ts';
import { CLAIM_NOTHING, type ClaimOnInsert } from './webhooks/insert-claim.ts';
import type { Engine, StoreFailure } from './engine/engine.ts';
import { createGroupCommit, type Commit, type ObserveGroup } from './commit/group-commit.ts';
import { migrate } from './migrations/index.ts';
import { isRefusal, openPostgres, postgresFailure } from './engine/postgres/postgres.ts';
import type { Db, Schema } from './schema.ts';
import type { Listen, Signal } from './signal.ts';
import { postgresMaintenance } from './engine/postgres/maintenance.ts';
import { openSqlite, sqliteFailure } from './engine/sqlite/sqlite.ts';
import { sqliteDialect } from './engine/sqlite/dialect.ts';
import { sqliteMaintenance } from './engine/sqlite/maintenance.ts';

/** What an engine needs now and then, so that its files stay about as large as what is in them. */
export interface StoreMaintenance {
	/** Bytes of the database; null where the engine does not tell. */
	size(): Promise<number | null>;
	/** Gives back a little of the room that removed rows left; true when there is more to give back. */
	vacuum(): Promise<boolean>;
	/** Ends a time of much removing: what is left to tidy up is done now, between two commits. */
	checkpoint(): Promise<void>;
}

/** Where a gateway keeps everything. */
export interface StoreLocation {
	/** Holds the SQLite file, where there is no URL. */
	dataFolder: string;
	/** A PostgreSQL database; null: SQLite. */
	databaseUrl: string | null;
}

export interface StoreDeps {
	clock: Clock;
	/** Hears of connections that ended while nobody used them. */
	onError?: (error: unknown) => void;
	/** Follows every group that is committed. */
	observe?: ObserveGroup;
}

/** The server that DATABASE_URL names does not answer, or is just starting. Its text names no address. */
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

/** The server answers, and does not let us in: for the user, the password or the database that DATABASE_URL names. */
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
	/** Connections for what a library asks of PostgreSQL by itself; null on SQLite. */
	pool: pg.Pool | null;
	/** The one way to write; see GroupCommit. */
	commit: Commit;
	/** Queries that only read: they see what is committed, and never wait for a commit under way. */
	read: Db;
	/** Hears what commits announce. */
	listen: Listen;
	/** From now on, deliveries are claimed as they are made, as far as this gives claims for them. */
	setInsertClaimer: (claimNew: ClaimOnInsert) => void;
	/** Passes on, to those who listen here, what another process announced. */
	publish: (signal: Signal) => void;
	/** What helps after an error of the database; null: it is none, or nothing does. */
	failureOf: (error: unknown) => StoreFailure | null;
	maintenance: StoreMaintenance;
	/** Commits what was accepted, then closes the database. */
	close(): Promise<void>;
}

/** Opens the database, made when absent, and brings it up to date. */
export async function openStore(location: StoreLocation, port: StoreDeps): Promise<Store> {
	const { engine, pool, writer, flush, reader, withoutTimeouts, failureOf, upkeepWith, close } = open(
		location,
		port,
	);
	try {
		await withoutTimeouts(migrate);
	} catch (error) {
		await close();
		const cause = error instanceof Error ? (error.cause ?? error) : error;
		if (isRefusal(cause)) throw new DatabaseRefused(cause);
		throw failureOf(cause) === 'unreachable' ? new DatabaseOutOfReach(cause) : error;
	}
	const listeners = new Set<(signal: Signal) => void>();
	const publish = (signal: Signal): void => {
		for (const listener of listeners) listener(signal);
	};
	let claimNew = CLAIM_NOTHING;
	const group = createGroupCommit({
		db: writer,
		flush,
		clock: port.clock,
		publish,
		claimNew: (webhookIds) => claimNew(webhookIds),
		failureOf,
		...(port.observe === undefined ? {} : { observe: port.observe }),
	});
	return {
		engine,
		pool,
		commit: group.commit,
		read: reader,
		maintenance: upkeepWith(group.commit),
		listen(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		setInsertClaimer(given) {
			claimNew = given;
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
	reader: Db;
	/** Does what may take long. */
	withoutTimeouts: (work: (db: Db) => Promise<void>) => Promise<void>;
	failureOf: Store['failureOf'];
	upkeepWith: (commit: Commit) => StoreMaintenance;
	close: () => Promise<void>;
}

function open({ dataFolder, databaseUrl }: StoreLocation, { onError }: StoreDeps): OpenDatabase {
	mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
	if (databaseUrl !== null) {
		const { writer, flush, reader, pool, withoutTimeouts } = openPostgres(
			databaseUrl,
			onError ?? (() => undefined),
		);
		return {
			engine: 'postgres',
			pool,
			writer,
			flush,
			reader,
			withoutTimeouts,
			failureOf: postgresFailure,
			upkeepWith: () => postgresMaintenance(reader),
			async close() {
				await Promise.all([writer.destroy(), reader.destroy()]);
			},
		};
	}
	const file = path.join(dataFolder, 'gateway.db');
	// The writer makes the file that the reader opens.
	const writerFile = openSqlite(file, 'write');
	const writer = new Kysely<Schema>({ dialect: sqliteDialect(writerFile, 'write') });
	const readerFile = openSqlite(file, 'read');
	const reader = new Kysely<Schema>({ dialect: sqliteDialect(readerFile, 'read') });
	return {
		engine: 'sqlite',
		pool: null,
		writer,
		// SQLite answers each statement at once.
		flush: () => Promise.resolve(),
		reader,
		withoutTimeouts: (work) => work(writer),
		failureOf: sqliteFailure,
		upkeepWith: (commit) => sqliteMaintenance({ commit, writer, read: reader }),
		close() {
			readerFile.close();
			writerFile.close();
			return Promise.resolve();
		},
	};
}
