import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

/** The address of a PostgreSQL server on which the tests create databases; unset: they run on SQLite files. */
const SERVER = process.env.TEST_POSTGRES_URL;

export const ON_POSTGRES = SERVER !== undefined;

/** Returns the environment that selects the database of a data folder: empty on SQLite, whose file is in the folder. */
export async function databaseEnvironment(folder: string): Promise<{ DATABASE_URL?: string }> {
	if (SERVER === undefined) return {};
	const name = databaseName(folder);
	await onServer(SERVER, async (client) => {
		const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
		if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
	});
	const url = new URL(SERVER);
	url.pathname = `/${name}`;
	return { DATABASE_URL: url.href };
}

/** Deletes the database that belongs to a data folder. */
export async function dropDatabase(folder: string): Promise<void> {
	if (SERVER === undefined) return;
	const name = databaseName(folder);
	await onServer(SERVER, async (client) => {
		await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
	});
}

/** Whether any row in the database of a data folder contains a text. */
export async function databaseHolds(folder: string, text: string): Promise<boolean> {
	const { DATABASE_URL } = await databaseEnvironment(folder);
	if (DATABASE_URL === undefined) {
		const files = ['gateway.db', 'gateway.db-wal'].map((name) => readFile(path.join(folder, name)));
		const contents = await Promise.allSettled(files);
		return contents.some((file) => file.status === 'fulfilled' && file.value.includes(text));
	}
	let found = false;
	await onServer(DATABASE_URL, async (client) => {
		const tables = await client.query<{ name: string }>(
			"select table_name as name from information_schema.tables where table_schema = 'public'",
		);
		for (const { name } of tables.rows) {
			const table = client.escapeIdentifier(name);
			const { rowCount } = await client.query(
				`select 1 from ${table} as one where strpos(one::text, $1) > 0 limit 1`,
				[text],
			);
			found ||= rowCount !== 0;
		}
	});
	return found;
}

/** Counts the rows of a table while a gateway runs on it. */
export async function countRows(folder: string, table: string): Promise<number> {
	const [row] = await runSql(folder, `select count(*) as count from ${table}`);
	return Number(row?.count);
}

/** Runs one statement on the database of a data folder; returns its rows. */
export async function runSql(folder: string, statement: string): Promise<Record<string, unknown>[]> {
	const { DATABASE_URL } = await databaseEnvironment(folder);
	if (DATABASE_URL === undefined) {
		const file = new DatabaseSync(path.join(folder, 'gateway.db'), { timeout: 60_000 });
		try {
			return file.prepare(statement).all();
		} finally {
			file.close();
		}
	}
	let rows: Record<string, unknown>[] = [];
	await onServer(DATABASE_URL, async (client) => {
		({ rows } = await client.query<Record<string, unknown>>(statement));
	});
	return rows;
}

/** Ends the connections on which gateways on PostgreSQL receive notifications. They reconnect a moment later. */
export async function endListening(folder: string): Promise<void> {
	const ended = await runSql(
		folder,
		`select pg_terminate_backend(pid) from pg_stat_activity
			where datname = current_database() and pid in (${LISTENING})`,
	);
	if (ended.length === 0) throw new Error('No gateway listens.');
}

/** Ends the other connections of gateways on PostgreSQL. */
export async function endConnections(folder: string): Promise<void> {
	await runSql(
		folder,
		`select pg_terminate_backend(pid) from pg_stat_activity
			where datname = current_database() and pid <> pg_backend_pid() and pid not in (${LISTENING})`,
	);
}

/** The connections on which gateways receive notifications: each of them holds a lock on its process. */
const LISTENING = "select pid from pg_locks where locktype = 'advisory' and granted";

function databaseName(folder: string): string {
	return path.basename(folder);
}

async function onServer(server: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
	const client = new pg.Client({ connectionString: server });
	await client.connect();
	try {
		await work(client);
	} finally {
		await client.end();
	}
}

/** Whether a statement on the database of a data folder waits for a lock, on PostgreSQL. */
export async function isLockAwaited(folder: string): Promise<boolean> {
	const waiting = await runSql(
		folder,
		`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
	);
	return waiting.length > 0;
}
