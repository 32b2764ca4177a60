import pg from 'pg';
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import type { EngineName, Storage } from '../server/engine.ts';

/** Direct access to the database of a gateway, which may be running. */
export interface Database {
	engine: EngineName;
	execute(statement: string): Promise<void>;
	/** Returns the first column of the first row as a number. */
	number(query: string): Promise<number>;
	/** Returns the first column of all rows. */
	texts(query: string): Promise<string[]>;
	/** Runs a function whose statements check no foreign keys, and run no triggers on PostgreSQL. */
	withoutForeignKeys(fill: () => Promise<void>): Promise<void>;
	/** Returns the bytes of its files: the write-ahead log counts for SQLite only, where it belongs to the database. */
	size(): Promise<number>;
	close(): Promise<void>;
}

export function openDatabase({ folder, settings }: Storage): Promise<Database> {
	return settings.DATABASE_URL === undefined
		? Promise.resolve(openSqlite(path.join(folder, 'gateway.db')))
		: openPostgres(settings.DATABASE_URL);
}

async function openPostgres(url: string): Promise<Database> {
	const client = new pg.Client(url);
	await client.connect();
	// The filled rows need not survive a crash.
	await client.query("set synchronous_commit = off; set maintenance_work_mem = '1GB'");
	const column = async (query: string): Promise<unknown[]> =>
		(await client.query<unknown[]>({ text: query, rowMode: 'array' })).rows.map(([first]) => first);
	return {
		engine: 'postgres',
		async execute(statement) {
			await client.query(statement);
		},
		number: async (query) => Number((await column(query))[0]),
		texts: async (query) => (await column(query)).map(String),
		async withoutForeignKeys(fill) {
			await client.query('set session_replication_role = replica');
			await fill();
			await client.query('set session_replication_role = origin');
		},
		size: async () => Number((await column('select pg_database_size(current_database())'))[0]),
		close: () => client.end(),
	};
}

/** Milliseconds that a statement waits for the gateway's transaction. */
const BUSY_TIMEOUT = 10_000;

function openSqlite(file: string): Database {
	const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT });
	database.exec('pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -500000');
	const column = (query: string): unknown[] =>
		database
			.prepare(query)
			.all()
			.map((row) => Object.values(row)[0]);
	return {
		engine: 'sqlite',
		execute(statement) {
			database.exec(statement);
			return Promise.resolve();
		},
		number: (query) => Promise.resolve(Number(column(query)[0])),
		texts: (query) => Promise.resolve(column(query).map(String)),
		async withoutForeignKeys(fill) {
			database.exec('pragma foreign_keys = off');
			await fill();
			database.exec('pragma foreign_keys = on');
		},
		size: () =>
			Promise.resolve(
				['', '-wal'].reduce(
					(total, suffix) => total + (statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0),
					0,
				),
			),
		close() {
			database.close();
			return Promise.resolve();
		},
	};
}
