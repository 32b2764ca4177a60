import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../postgres/server.ts';
import { STATEMENT_COUNT_FLAGS } from './statement-count.ts';

export const ENGINES = ['sqlite', 'postgres'] as const;
export type EngineName = (typeof ENGINES)[number];

/** The data folder and the database of one gateway. */
export interface Storage {
	folder: string;
	/** Environment variables that select the database. */
	settings: Record<string, string>;
	remove(): Promise<void>;
}

/** A database engine that gateways are measured on. */
export interface Engine {
	name: EngineName;
	/** Its product name and version, such as `PostgreSQL 18.4`. */
	version: string;
	/** Creates an empty storage. With the settings of another storage it uses the same database. */
	createStorage(settings?: Record<string, string>): Promise<Storage>;
	/** Returns the processor time of the database's own processes in seconds; 0 for SQLite. */
	processorTime(): number;
	stop(): Promise<void>;
}

export function openEngine(name: EngineName): Promise<Engine> {
	return name === 'sqlite' ? Promise.resolve(SQLITE) : startOnPostgres();
}

const SQLITE: Engine = {
	name: 'sqlite',
	version: `SQLite ${process.versions.sqlite ?? ''}`.trim(),
	createStorage: (settings = {}) => temporaryStorage(settings),
	processorTime: () => 0,
	stop: () => Promise.resolve(),
};

/** Starts a PostgreSQL server. Each storage gets a new database. */
async function startOnPostgres(): Promise<Engine> {
	const server = await startPostgres({ flags: STATEMENT_COUNT_FLAGS });
	return {
		name: 'postgres',
		version: `PostgreSQL ${await readVersion(await server.createDatabase())}`,
		async createStorage(settings) {
			return temporaryStorage(settings ?? { DATABASE_URL: await server.createDatabase() });
		},
		processorTime: () => server.processorTime(),
		stop: () => server.stop(),
	};
}

export async function temporaryStorage(settings: Record<string, string>): Promise<Storage> {
	const folder = await mkdtemp(path.join(tmpdir(), 'gateway-bench-'));
	return { folder, settings, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function readVersion(databaseUrl: string): Promise<string> {
	const client = new pg.Client(databaseUrl);
	await client.connect();
	try {
		const { rows } = await client.query<{ server_version: string }>('show server_version');
		return rows[0]?.server_version ?? 'unknown';
	} finally {
		await client.end();
	}
}
