import { sql } from 'kysely';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../domain/clock.ts';
import { installationOf, unwrapDataKey } from '../../encryption/data-key.ts';
import { findEncryptionKey } from '../../encryption/key-file.ts';
import { ExplainedError } from '../../lib/errors/explained-error.ts';
import { findMissingDatabase } from '../../runtime/missing-database.ts';
import { listLiveUrls } from '../../store/cluster/processes.ts';
import { listEncryptionKeys } from '../../store/encryption/encryption-keys.ts';
import { engineOf } from '../../store/engine/engine.ts';
import { requireCompatible } from '../../store/migrations/compatibility.ts';
import { MIGRATIONS } from '../../store/migrations/index.ts';
import { openReader, type Reader } from '../../store/reader.ts';
import type { Db } from '../../store/schema.ts';
import { explainStoreError } from '../../store/engine/open-database.ts';
import { ok, problem, warning, type Finding } from './finding.ts';
import { listExecutedMigrations } from '../../store/migrations/executed.ts';

const TOPIC = 'database';
const KEY_TOPIC = 'encryption';

/** The findings, with what later checks read of the database. */
export interface DatabaseReport {
	findings: Finding[];
	/** URLs of the webhooks that are active. */
	webhookUrls: string[];
	/** Milliseconds by which the clock of the database server is ahead; null: it is the clock of this machine. */
	clockAhead: number | null;
	/** Identifies the database to a bucket; null: it has no data key yet, or the key does not open it. */
	installation: string | null;
	/** The URLs of the gateways that run on the database, one for each; a SQLite database has none. */
	gatewayUrls: string[];
}

/** Checks the database and the key that opens its secrets; reads only. */
export async function checkDatabase(config: Config, clock: Clock): Promise<DatabaseReport> {
	const report: DatabaseReport = {
		findings: [],
		webhookUrls: [],
		clockAhead: null,
		installation: null,
		gatewayUrls: [],
	};
	let reader: Reader | null = null;
	try {
		reader = openReader(config);
		if (reader === null) {
			report.findings.push(checkMissing(config.dataFolder));
		} else {
			await reader.requireSessions();
			await readReport(reader.db, config, clock, report);
		}
	} catch (error) {
		report.findings.push(problem(TOPIC, sentenceOf(error, config)));
	} finally {
		await reader?.close();
	}
	return report;
}

/** The first start makes the database, unless the folder shows that there was one. */
function checkMissing(dataFolder: string): Finding {
	const missing = findMissingDatabase(dataFolder);
	return missing === null
		? ok(TOPIC, `there is none in ${dataFolder} yet: the first start makes it`)
		: warning(TOPIC, missing);
}

async function readReport(db: Db, config: Config, clock: Clock, report: DatabaseReport): Promise<void> {
	const isServer = engineOf(db) === 'postgres';
	if (isServer) report.clockAhead = await measureClock(db, clock);
	const executed = await listExecutedMigrations(db);
	await requireCompatible(db, executed, MIGRATIONS);
	const name = isServer ? 'PostgreSQL' : 'SQLite';
	if (executed.length === 0) {
		const none = ok(TOPIC, `${name} answers, and has no tables yet: the first start makes them`);
		report.findings.push(isServer ? none : checkMissing(config.dataFolder));
		return;
	}
	const pending = Object.keys(MIGRATIONS.steps).filter((step) => !executed.includes(step));
	const upgrade = pending.length === 0 ? '' : `; the next start upgrades it in ${pending.length} steps`;
	report.findings.push(ok(TOPIC, `${name} answers, with schema ${executed.at(-1) ?? ''}${upgrade}`));
	if (executed.some((step) => step.endsWith('-sealing'))) {
		await checkEncryptionKey(db, config, report);
	}
	if (isServer) report.gatewayUrls = await listLiveUrls(db);
	const webhooks = await db
		.selectFrom('webhooks')
		.select('url')
		.where('role', '!=', 'deleted')
		.where('status', '=', 'active')
		.execute();
	report.webhookUrls = webhooks.map(({ url }) => url);
}

/** Returns the milliseconds by which the server's clock is ahead, compared at the middle of the query. */
async function measureClock(db: Db, clock: Clock): Promise<number> {
	// The first query opens the connection.
	await sql`select 1`.execute(db);
	const before = clock.now();
	const { rows } = await sql<{
		now: number;
	}>`select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as now`.execute(db);
	return (rows[0]?.now ?? before) - (before + clock.now()) / 2;
}

async function checkEncryptionKey(db: Db, config: Config, report: DatabaseReport): Promise<void> {
	const { findings } = report;
	const rows = await listEncryptionKeys(db);
	if (rows.length === 0) {
		findings.push(ok(KEY_TOPIC, 'there is no data key yet: the first start makes it'));
		return;
	}
	try {
		const key = findEncryptionKey(config);
		report.installation = installationOf(unwrapDataKey(rows, key, config.dataFolder));
		findings.push(ok(KEY_TOPIC, `the key of ${key?.source ?? ''} opens the stored secrets`));
	} catch (error) {
		if (!(error instanceof ExplainedError)) throw error;
		findings.push(problem(KEY_TOPIC, error.message));
	}
}

function sentenceOf(error: unknown, config: Config): string {
	const explained = explainStoreError(config, error);
	if (explained instanceof ExplainedError) return explained.message;
	const variable = config.databaseUrl === null ? 'GATEWAY_DATA_DIR' : 'DATABASE_URL';
	return `The database that ${variable} names cannot be used: ${explained instanceof Error ? explained.message : String(explained)}.`;
}
