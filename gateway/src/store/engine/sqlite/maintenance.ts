import { sql } from 'kysely';
import type { Commit } from '../../commit/group-commit.ts';
import type { Db } from '../../schema.ts';
import type { StoreMaintenance } from '../../store.ts';

/** Pages given back in one commit: about a millisecond's work. */
const PAGES = 200;
/** Part of the file that may be free: what is removed now makes room for what comes next. */
const FREE_PART = 1 / 8;

/** The connections of one SQLite file. */
export interface SqliteConnections {
	commit: Commit;
	writer: Db;
	read: Db;
}

/**
 * Upkeep of a SQLite file, in small steps between commits; a full `vacuum` would stop all traffic for as long as
 * it takes to write the whole file anew. A file that was made before auto_vacuum was set gives nothing back, and
 * uses the room of removed rows for new ones.
 */
export function sqliteMaintenance({ commit, writer, read }: SqliteConnections): StoreMaintenance {
	async function figure(name: 'page_count' | 'page_size' | 'freelist_count'): Promise<number> {
		const { rows } = await sql<Record<string, number>>`pragma ${sql.raw(name)}`.execute(read);
		return rows[0]?.[name] ?? 0;
	}

	return {
		async size() {
			return (await figure('page_count')) * (await figure('page_size'));
		},
		async vacuum() {
			const free = await figure('freelist_count');
			if (free <= (await figure('page_count')) * FREE_PART) return false;
			await commit(({ db }) => sql`pragma incremental_vacuum(${sql.lit(PAGES)})`.execute(db));
			return (await figure('freelist_count')) < free;
		},
		async checkpoint() {
			// The log's content moves to the database file, and the log is emptied.
			await sql`pragma wal_checkpoint(truncate)`.execute(writer);
		},
	};
}
