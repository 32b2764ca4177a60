import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { sleep, type Clock } from '../../domain/clock.ts';
import { ExplainedError } from '../../lib/errors/explained-error.ts';
import { countOlderProcesses } from '../cluster/processes.ts';
import { engineOf, type StoreFailure } from '../engine/engine.ts';
import type { Db } from '../schema.ts';
import { prepareBackfill, runBatch } from './backfill.ts';
import { raiseOldestSchema, requireCompatible, storeVersion } from './compatibility.ts';
import { listExecutedMigrations } from './executed.ts';
import { createIndex } from './create-index.ts';
import { explainForeignTable, ForeignTable } from './foreign-table.ts';
import type { RowProgress, UpgradeProgress } from './progress.ts';
import { schemaNumber, type Migrations, type Step } from './step.ts';

export interface MigrateOptions {
	migrations: Migrations;
	/** The version of this gateway. */
	version: string;
	clock: Clock;
	/** Ends the upgrade between two statements; the caller ends a running one. */
	signal: AbortSignal;
	onProgress: (progress: UpgradeProgress) => void;
	failureOf: (error: unknown) => StoreFailure | null;
}

/** The advisory lock of the gateway that upgrades a PostgreSQL database: an arbitrary number. */
const UPGRADE_LOCK = '7886951036172034';
/** Milliseconds between two checks of the condition that an upgrade waits for. */
const WAIT_INTERVAL = 500;
/** Milliseconds for which gateways of an earlier version may finish their work. */
const OLDER_GATEWAYS_TIMEOUT = 90_000;
/**
 * Milliseconds for which a step waits for the lock of a table, while later statements on the table wait behind it; then
 * it gives up its place and tries again.
 */
const LOCK_TIMEOUT = 3000;

/**
 * Brings a database to the schema of this version, while gateways of the version before go on. Throws SchemaTooNew, and
 * an error that names the step that failed. A step that was interrupted is undone, or is run again.
 */
export async function migrate(db: Db, options: MigrateOptions): Promise<void> {
	if ((await findPending(db, options.migrations)).pending.length === 0) return;
	await withUpgradeLock(db, options, async () => {
		const { executed, pending } = await findPending(db, options.migrations);
		if (pending.length === 0) return;
		const { migrations, version, onProgress } = options;
		if (executed.length === 0) {
			await createSchema(db, options);
			return;
		}
		for (const [index, name] of pending.entries()) {
			options.signal.throwIfAborted();
			const step = migrations.steps[name];
			if (step === undefined) continue;
			const report = (rows: RowProgress | null): void => {
				onProgress({ kind: 'step', step: index + 1, of: pending.length, name, rows });
			};
			report(null);
			await prepareContract(db, { name, step, report }, options);
			await runStep(db, { name, step, executed }, options);
		}
		await storeVersion(db, version);
	});
}

/** Reads which steps a database has, and which of this version it lacks. Throws SchemaTooNew. */
export async function findPending(
	db: Db,
	migrations: Migrations,
): Promise<{ executed: string[]; pending: string[] }> {
	const executed = await listExecutedMigrations(db);
	await requireCompatible(db, executed, migrations);
	const pending = Object.keys(migrations.steps).filter((name) => !executed.includes(name));
	return { executed, pending };
}

/** Runs work while no other gateway upgrades the database. On SQLite each step's transaction keeps others out. */
async function withUpgradeLock(
	db: Db,
	{ clock, signal, onProgress }: MigrateOptions,
	work: () => Promise<void>,
): Promise<void> {
	if (engineOf(db) === 'sqlite') {
		await work();
		return;
	}
	const lock = sql.lit(UPGRADE_LOCK);
	// Where the process is killed, the server notices it within a second and ends the step, which releases the lock.
	await sql`set client_connection_check_interval = 1000`.execute(db).catch(() => undefined);
	for (;;) {
		signal.throwIfAborted();
		const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${lock}) as locked`.execute(
			db,
		);
		if (rows[0]?.locked === true) break;
		onProgress({ kind: 'waiting' });
		await sleep(clock, WAIT_INTERVAL);
	}
	try {
		await work();
	} finally {
		await sql`select pg_advisory_unlock(${lock})`.execute(db).catch(() => undefined);
	}
}

/** Runs all steps on an empty database, in one transaction. */
async function createSchema(db: Db, options: MigrateOptions): Promise<void> {
	const { migrations, version } = options;
	const steps = Object.values(migrations.steps);
	await withRetries(options, async () => {
		const { error, results } = await migratorOf(db, migrations, []).migrateToLatest();
		const explained = explainForeignTable(error, engineOf(db));
		if (explained instanceof ForeignTable) throw explained;
		throwFailure(error, results?.find(({ status }) => status === 'Error')?.migrationName);
	});
	for (const step of steps) {
		const oldestSchema = oldestSchemaAfter(step);
		if (oldestSchema !== undefined) await raiseOldestSchema(db, oldestSchema, version);
	}
	await storeVersion(db, version);
}

interface NamedStep {
	name: string;
	step: Step;
}

async function runStep(
	db: Db,
	{ name, step, executed }: NamedStep & { executed: readonly string[] },
	options: MigrateOptions,
): Promise<void> {
	// The lock of an index build keeps nobody waiting.
	const lockTimeout = 'index' in step ? 0 : LOCK_TIMEOUT;
	if (engineOf(db) === 'postgres') await sql`set lock_timeout = ${sql.lit(lockTimeout)}`.execute(db);
	const migrator = migratorOf(db, options.migrations, executed);
	await withRetries(options, async () => {
		// The server builds an index without blocking others only outside of a transaction.
		const { error } = await migrator.migrateUp({ disableTransactions: 'index' in step });
		throwFailure(error, name);
	});
}

/**
 * Prepares a step after which gateways of an earlier version cannot work: completes the backfills that the step relies on,
 * makes those gateways stop (raiseOldestSchema), and waits until they have stopped.
 */
async function prepareContract(
	db: Db,
	{ name, step, report }: NamedStep & { report: (rows: RowProgress) => void },
	options: MigrateOptions,
): Promise<void> {
	const oldestSchema = oldestSchemaAfter(step);
	if (oldestSchema === undefined) return;
	await completeBackfills(db, name, report, options);
	await raiseOldestSchema(db, oldestSchema, options.version);
	if (engineOf(db) === 'sqlite') return;
	await waitForOlderGateways(db, oldestSchema, options);
	// The rows that they have written in the meantime.
	await completeBackfills(db, name, report, options);
}

function oldestSchemaAfter(step: Step): number | undefined {
	return 'index' in step ? undefined : step.oldestSchema;
}

async function completeBackfills(
	db: Db,
	step: string,
	report: (rows: RowProgress) => void,
	{ migrations, signal }: MigrateOptions,
): Promise<void> {
	for (const backfill of migrations.backfills) {
		if (schemaNumber(backfill.name) >= schemaNumber(step)) continue;
		await prepareBackfill(db, backfill);
		for (let finished = false; !finished; ) {
			signal.throwIfAborted();
			const state = await db.transaction().execute((transaction) => runBatch(transaction, backfill));
			report(state);
			({ finished } = state);
			// SQLite works synchronously: without a pause nothing else would run, such as the answer to a probe.
			await new Promise((resolve) => setImmediate(resolve));
		}
	}
}

async function waitForOlderGateways(
	db: Db,
	oldestSchema: number,
	{ clock, signal, onProgress }: MigrateOptions,
): Promise<void> {
	const deadline = clock.now() + OLDER_GATEWAYS_TIMEOUT;
	for (;;) {
		signal.throwIfAborted();
		const count = await countOlderProcesses(db, oldestSchema);
		if (count === 0) return;
		if (clock.now() > deadline) {
			throw new ExplainedError(
				'A gateway of an earlier version still works on this database, and the next step of the upgrade is not for it. Stop all gateways of earlier versions, then start this one again.',
			);
		}
		onProgress({ kind: 'older gateways', count });
		await sleep(clock, WAIT_INTERVAL);
	}
}

/** Repeats a step that could not get a table, because others were using it. */
async function withRetries(
	{ clock, signal, failureOf }: MigrateOptions,
	run: () => Promise<void>,
): Promise<void> {
	for (;;) {
		signal.throwIfAborted();
		try {
			await run();
			return;
		} catch (error) {
			const cause = error instanceof Error ? error.cause : undefined;
			if (failureOf(cause) !== 'conflict') throw error;
		}
		await sleep(clock, WAIT_INTERVAL);
	}
}

/** Executed steps of a later version, which this one does not know, are in the list as steps that do nothing. */
function migratorOf(db: Db, { steps }: Migrations, executed: readonly string[]): Migrator {
	const known = Object.entries(steps).map(([name, step]) => [name, migrationOf(step)] as const);
	const unknown = executed.filter((name) => !(name in steps));
	const done = unknown.map((name) => [name, { up: () => Promise.resolve() }] as const);
	const migrations = Object.fromEntries<Migration>([...known, ...done]);
	return new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
}

function migrationOf(step: Step): Migration {
	return 'index' in step ? { up: (db) => createIndex(db, step.index) } : step;
}

function throwFailure(error: unknown, name = 'the first one'): void {
	if (error === undefined) return;
	throw new Error(`The database could not be brought up to date (migration ${name}).`, { cause: error });
}
