import path from 'node:path';
import pg from 'pg';

/** Address of a PostgreSQL server the tests may make databases on; unset: they run on SQLite files. */
const SERVER = process.env.TEST_POSTGRES_URL;

export const ON_POSTGRES = SERVER !== undefined;

/** What makes a gateway use the database that belongs to a data folder; nothing on SQLite, where it lies inside. */
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
