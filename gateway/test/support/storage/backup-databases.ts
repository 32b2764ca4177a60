import path from 'node:path';
import { ON_POSTGRES } from '../database.ts';
import { startOwnPostgres } from './own-postgres.ts';
import { installedPostgres } from './postgres-programs.ts';

/** The databases of gateways that are backed up and restored. */
export interface BackupDatabases {
	/** Returns the settings of a gateway on a data folder, whose database is empty at first. */
	environmentOf(folder: string): Promise<Record<string, string>>;
	close(): Promise<void>;
}

const PROGRAMS = ON_POSTGRES ? installedPostgres() : null;

/** Why backups cannot be tested here; null: they can. */
export const NO_BACKUPS =
	ON_POSTGRES && PROGRAMS === null
		? 'not run: this machine has no PostgreSQL server with pg_dump of the same version'
		: null;

/**
 * On PostgreSQL this starts a server whose version is that of the installed pg_dump: the one that the other tests run on
 * may be newer, and comes without client programs.
 */
export async function startBackupDatabases(): Promise<BackupDatabases> {
	if (PROGRAMS === null) {
		return { environmentOf: () => Promise.resolve({}), close: () => Promise.resolve() };
	}
	const server = await startOwnPostgres({ programs: PROGRAMS });
	const made = new Set<string>();
	return {
		async environmentOf(folder) {
			const name = path.basename(folder);
			if (!made.has(name)) await server.run([`create database "${name}"`]);
			made.add(name);
			return {
				DATABASE_URL: server.urlOf(name),
				PATH: [PROGRAMS, process.env.PATH].join(path.delimiter),
			};
		},
		close: () => server.close(),
	};
}
