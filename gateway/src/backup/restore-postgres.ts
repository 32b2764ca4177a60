import pg from 'pg';
import { ExplainedError } from '../lib/explained-error.ts';
import { explainPostgresError } from '../store/engine/postgres/connection-error.ts';
import { connectionOptions } from '../store/engine/postgres/postgres.ts';
import { runPostgresTool } from './postgres-tools.ts';

/** Throws an ExplainedError where the database has tables: what is on a server is not moved aside. */
export async function requireEmptyPostgres(url: string): Promise<void> {
	const tables = await listTables(url);
	if (tables.length === 0) return;
	throw new ExplainedError(
		`The database that DATABASE_URL names is not empty (it has ${tables.length} tables, such as ${tables[0] ?? ''}). Create an empty database, and name it in DATABASE_URL.`,
	);
}

/** Restores a dump in one transaction; does nothing where an earlier call has restored it. */
export async function restorePostgres(url: string, dump: string): Promise<void> {
	if ((await listTables(url)).length > 0) return;
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

async function listTables(url: string): Promise<string[]> {
	const client = new pg.Client(connectionOptions(url));
	client.on('error', () => undefined);
	try {
		await client.connect();
		const { rows } = await client.query<{ name: string }>(
			"select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace order by 1",
		);
		return rows.map(({ name }) => name);
	} catch (error) {
		throw explainPostgresError(error) ?? error;
	} finally {
		await client.end();
	}
}
