import { sql } from 'kysely';
import type { Commit } from '../../commit/scope.ts';
import type { Db } from '../../schema.ts';
import type { StoreMaintenance } from '../engine.ts';
import { BUSY_TIMEOUT } from './sqlite.ts';

/** Pages freed in one commit, which takes about a millisecond. */
const PAGES = 200;
/** Share of the file that may stay free, as space for new rows. */
const FREE_SHARE = 1 / 8;

/** The connections of one SQLite file. */
export interface SqliteConnections {
	commit: Commit;
	writer: Db;
	read: Db;
}

/**
 * Maintains a SQLite file in small steps between commits; a full `vacuum` would block all writes while it rewrites the
 * whole file. A file that was created without auto_vacuum does not shrink: new rows reuse the space of deleted ones.
 */
export function sqliteMaintenance({ commit, writer, read }: SqliteConnections): StoreMaintenance {
	async function readPragma(name: 'page_count' | 'page_size' | 'freelist_count'): Promise<number> {
		const { rows } = await sql<Record<string, number>>`pragma ${sql.raw(name)}`.execute(read);
		return rows[0]?.[name] ?? 0;
	}

	return {
		async size() {
			return (await readPragma('page_count')) * (await readPragma('page_size'));
		},
		async vacuum() {
			const free = await readPragma('freelist_count');
			if (free <= (await readPragma('page_count')) * FREE_SHARE) return false;
			await commit(({ db }) => sql`pragma incremental_vacuum(${sql.lit(PAGES)})`.execute(db));
			return (await readPragma('freelist_count')) < free;
		},
		async checkpoint() {
			await writer.connection().execute(async (db) => {
				// Another program may be reading for minutes, as a backup does. To wait for it would stop this whole process; a
				// later checkpoint truncates the log as well.
				await setBusyTimeout(db, 0);
				try {
					// Moves the content of the write-ahead log to the database file, and truncates the log.
					await sql`pragma wal_checkpoint(truncate)`.execute(db);
				} finally {
					await setBusyTimeout(db, BUSY_TIMEOUT);
				}
			});
		},
	};
}

/** Sets the milliseconds for which a connection waits for other programs. */
async function setBusyTimeout(db: Db, milliseconds: number): Promise<void> {
	await sql`pragma busy_timeout = ${sql.lit(milliseconds)}`.execute(db);
}
