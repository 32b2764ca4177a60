import { setTimeout as realPause } from 'node:timers/promises';
import type pg from 'pg';
import type { Clock } from '../domain/clock.ts';
import { ExplainedError } from '../lib/errors/explained-error.ts';
import { reportErrors } from '../lib/errors/report-errors.ts';
import { VERSION } from '../runtime/version.ts';
import { CLAIM_NOTHING, type ClaimOnInsert } from './webhooks/deliveries/insert-claim.ts';
import type { Engine, StoreFailure, StoreLocation, StoreMaintenance } from './engine/engine.ts';
import { explainStoreError, openDatabase } from './engine/open-database.ts';
import type { SilentConnections } from './engine/postgres/silent-connections.ts';
import { createFaultReport } from './commit/fault-report.ts';
import { createGroupCommit, type RealTime } from './commit/group-commit.ts';
import type { ObserveGroup } from './commit/run-group.ts';
import type { Commit } from './commit/scope.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { findPending, migrate } from './migrations/migrate.ts';
import type { UpgradeProgress } from './migrations/progress.ts';
import { schemaOf, type Migrations } from './migrations/step.ts';
import type { Db } from './schema.ts';
import type { Listen, Signal } from './signal.ts';

export interface StoreDeps {
	clock: Clock;
	/** Receives the errors of idle connections. */
	onError?: (error: unknown) => void;
	/**
	 * Receives the error when the database stops taking writes, with what to do where that is known, and null when it takes
	 * them again.
	 */
	onFault?: (error: unknown) => void;
	/** Receives what a listener of signals throws; the other listeners still receive the signal. */
	onListenerError?: (error: unknown) => void;
	/** Observes the commit of every group. */
	observe?: ObserveGroup;
	/** The time by which the commits on PostgreSQL are paced. Absent: real time. */
	realTime?: RealTime;
	/** Receives how far the migrations are. */
	onUpgrade?: (progress: UpgradeProgress) => void;
	/** Ends the migrations; the next start continues them. */
	signal?: AbortSignal;
	/** Absent: those of this version. */
	migrations?: Migrations;
	/**
	 * Throws NoDatabase where the database has no tables, and DatabaseNotUpgraded where they are of an earlier version, instead
	 * of creating or upgrading them.
	 */
	requireSchema?: boolean;
}

/** There is no gateway's database where one is required. */
export class NoDatabase extends ExplainedError {
	constructor(where: string, remedy: string) {
		super(`${where}. ${remedy} The first start of a gateway makes its database.`);
		this.name = 'NoDatabase';
	}
}

/** A gateway of this version has not upgraded the database yet. */
class DatabaseNotUpgraded extends ExplainedError {
	constructor() {
		super(
			`The database is that of an earlier version of the gateway than this command, which is ${VERSION}. Run the command in the version of your gateway, or start a gateway of version ${VERSION} first, which upgrades the database (see docs/upgrade.md).`,
		);
		this.name = 'DatabaseNotUpgraded';
	}
}

export interface Store {
	engine: Engine;
	/** Connections for a library that queries PostgreSQL itself; null on SQLite. */
	pool: pg.Pool | null;
	/** Runs all writes; see GroupCommit. */
	commit: Commit;
	/**
	 * Stops syncing commits to the disk until the returned function is called; the first commit after that syncs all
	 * earlier ones, too. A crash of the process loses no commit; a power failure may lose those that were not synced.
	 */
	deferSync: () => () => void;
	/** Resolves when the next group of writes can start; see GroupCommit. */
	nextGroup: (maxDelay?: number) => Promise<void>;
	/** Runs queries that only read: they see committed rows, and do not wait for a running commit. */
	read: Db;
	/**
	 * Like `read`, for frequent statements that find their rows by an index with any parameters: PostgreSQL plans them only
	 * once, because planning can take longer than execution.
	 */
	readByIndex: Db;
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
	/** See SilentConnections. */
	endSilentConnections: SilentConnections['check'];
	/** The number of the schema that this gateway works with. */
	schema: number;
	/** Commits all accepted work, then closes the database. */
	close(): Promise<void>;
}

/** See createGroupPause(). */
const LONGEST_PAUSE = 40;

/**
 * Opens the database, creates it when absent, and runs the migrations. Throws an ExplainedError for a fault that an
 * operator can remove, such as DatabaseOutOfReach, DatabaseRefused and SchemaTooNew, the error of a migration, or the
 * reason of the signal.
 */
export async function openStore(location: StoreLocation, deps: StoreDeps): Promise<Store> {
	let deferring = 0;
	const database = openDatabase(location, { ...deps, isSynced: () => deferring === 0 });
	const { engine, pool, transact, flush, writes, reader, indexReader, withoutTimeouts, failureOf, close } =
		database;
	const { signal = new AbortController().signal, migrations = MIGRATIONS } = deps;
	try {
		await database.requireSessions();
		if (deps.requireSchema === true) await requireSchema(reader, location, migrations);
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
		longestPause: engine === 'postgres' ? LONGEST_PAUSE : 0,
		realTime: deps.realTime ?? { now: () => performance.now(), pause: realPause },
		// On SQLite a commit costs less than the wait, and a move of the simulated time waits for all writes.
		isHurried: () => engine === 'sqlite' || deferring > 0,
		faults: createFaultReport((error) =>
			deps.onFault?.(error === null ? null : explainStoreError(location, error)),
		),
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
		readByIndex: indexReader,
		maintenance: database.createMaintenance(group.commit),
		endSilentConnections: database.endSilentConnections,
		schema: schemaOf(migrations),
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

/** A command must not upgrade the database of a running gateway, nor one that its owner has no backup of yet. */
async function requireSchema(
	db: Db,
	{ databaseUrl, dataFolder }: StoreLocation,
	migrations: Migrations,
): Promise<void> {
	const { executed, pending } = await findPending(db, migrations);
	if (executed.length === 0) throw noTables(databaseUrl === null ? dataFolder : null);
	if (pending.length > 0) throw new DatabaseNotUpgraded();
}

/** The database in a data folder, or with null that of DATABASE_URL, is not one of a gateway. */
export function noTables(dataFolder: string | null): NoDatabase {
	return dataFolder === null
		? new NoDatabase(
				'The database that DATABASE_URL names has no tables of a gateway',
				'Set DATABASE_URL for this command to the database of your gateway.',
			)
		: new NoDatabase(
				`The gateway.db in the data folder ${dataFolder} has no tables of a gateway`,
				'Check GATEWAY_DATA_DIR.',
			);
}
