import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { ExplainedError } from '../lib/errors/explained-error.ts';
import { explainPostgresError } from '../store/engine/postgres/connection-error.ts';
import { connectionOptions } from '../store/engine/postgres/postgres.ts';
import { applicationNameOf, runPostgresTool } from './postgres-tools.ts';

/** Throws an ExplainedError where the database has tables: what is on a server is not moved aside. */
export async function requireEmptyPostgres(url: string): Promise<void> {
	const tables = await listTables(url);
	if (tables.length > 0) throw notEmpty(tables, 'Create an empty database, and name it in DATABASE_URL.');
}

/**
 * Restores a dump in one transaction; does nothing where an earlier call has restored it. Throws an ExplainedError where
 * the database has other tables, such as those of a gateway that was started on it meanwhile.
 */
export async function restorePostgres(url: string, dump: string): Promise<void> {
	const tables = await listTables(url);
	if (tables.length > 0) {
		if (await isRestored(url, dump, tables)) return;
		throw notEmpty(
			tables,
			'These are not the tables of the backup. Create an empty database, name it in DATABASE_URL, and run the command again with the same backup.',
		);
	}
	const database = new pg.Client(url).database ?? '';
	await runPostgresTool(url, 'pg_restore', [
		'--single-transaction',
		'--exit-on-error',
		'--no-owner',
		'--no-privileges',
		`--dbname=${database}`,
		dump,
	]);
}

/** Milliseconds between two checks whether a session has ended, and the maximum number of checks. */
const END_INTERVAL = 100;
const END_CHECKS = 300;

/**
 * Ends the sessions of pg_restore that an earlier, killed call left running: they would keep a second call from
 * creating the same tables. The server rolls back an unfinished restore.
 */
export async function endKilledRestore(url: string): Promise<void> {
	for (let checks = 0; checks < END_CHECKS; checks += 1) {
		const sessions = await queryOnce(
			url,
			`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
				and usename = current_user and application_name = '${applicationNameOf('pg_restore')}'`,
		);
		if (sessions.length === 0) return;
		await setTimeout(END_INTERVAL);
	}
	throw new ExplainedError(
		'The pg_restore of the interrupted restore still works on the database that DATABASE_URL names. End it, and run the command again with the same backup.',
	);
}

function notEmpty(tables: readonly string[], advice: string): ExplainedError {
	return new ExplainedError(
		`The database that DATABASE_URL names is not empty (it has ${tables.length} tables, such as ${tables[0] ?? ''}). ${advice}`,
	);
}

const MIGRATIONS = 'kysely_migration';

/** Whether a database is that of a dump: its migrations have the times at which those of no other database were made. */
async function isRestored(url: string, dump: string, tables: readonly string[]): Promise<boolean> {
	if (!tables.includes(MIGRATIONS)) return false;
	const [restored, dumped] = [await readMigrations(url), await readDumpedMigrations(url, dump)];
	return dumped.length > 0 && dumped.every((migration) => restored.has(migration));
}

/** The rows of a dump's migrations, in the format of COPY. */
async function readDumpedMigrations(url: string, dump: string): Promise<string[]> {
	const file = `${dump}.migrations`;
	await runPostgresTool(url, 'pg_restore', ['--data-only', `--table=${MIGRATIONS}`, `--file=${file}`, dump]);
	const lines = (await readFile(file, 'utf8')).split('\n');
	const start = lines.findIndex((line) => line.startsWith('COPY '));
	return start < 0 ? [] : lines.slice(start + 1, lines.indexOf('\\.', start));
}

async function readMigrations(url: string): Promise<Set<string>> {
	const rows = await queryOnce<{ name: string; timestamp: string }>(
		url,
		`select name, timestamp from ${MIGRATIONS}`,
	);
	return new Set(rows.map(({ name, timestamp }) => `${name}\t${timestamp}`));
}

async function listTables(url: string): Promise<string[]> {
	const rows = await queryOnce<{ name: string }>(
		url,
		"select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace order by 1",
	);
	return rows.map(({ name }) => name);
}

async function queryOnce<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
	const client = new pg.Client(connectionOptions(url));
	client.on('error', () => undefined);
	try {
		await client.connect();
		return (await client.query<Row>(statement)).rows;
	} catch (error) {
		throw explainPostgresError(error) ?? error;
	} finally {
		await client.end();
	}
}
