import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '../../postgres/server.ts';

export const ENGINES = ['sqlite', 'postgres'] as const;
export type EngineName = (typeof ENGINES)[number];

/** The storage of a gateway, or of several on one database. */
export interface Storage {
	/** A folder for a gateway's files. */
	folder: string;
	/** Settings that select the database. */
	settings: Record<string, string>;
	remove(): Promise<void>;
}

/** Returns new, empty places. */
export interface Engine {
	name: EngineName;
	/** A new place; with the settings of another one it is on the same database. */
	place(settings?: Record<string, string>): Promise<Storage>;
	/** Processor time of the database's own processes so far, in seconds. */
	processorTime(): number;
	stop(): Promise<void>;
}

export function openEngine(name: EngineName): Promise<Engine> {
	return name === 'sqlite' ? Promise.resolve(SQLITE) : startOnPostgres();
}

/** The embedded database: a file in the folder. */
const SQLITE: Engine = {
	name: 'sqlite',
	place: (settings = {}) => temporaryStorage(settings),
	processorTime: () => 0,
	stop: () => Promise.resolve(),
};

/** A PostgreSQL server of its own, with a new database for each place. */
async function startOnPostgres(): Promise<Engine> {
	const server = await startPostgres();
	return {
		name: 'postgres',
		async place(settings) {
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
