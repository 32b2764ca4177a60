import { statSync } from 'node:fs';
import { ExplainedError } from '../../../lib/errors/explained-error.ts';

/** SQLite's result code for a file that is not where it was opened. */
const READONLY_DBMOVED = 1032;

/** A file of the database is not where it was opened: what is written to it would be gone when the process ends. */
class DatabaseMoved extends ExplainedError {
	readonly errcode = READONLY_DBMOVED;

	constructor(file: string) {
		super(
			`The database file ${file} was deleted, moved or replaced while it is in use, so nothing is written to it. Put the files of its folder back where they were. Where that is impossible, restart the gateway: with a restored backup if gateway.db is gone.`,
		);
		this.name = 'DatabaseMoved';
	}
}

/** The database, its write-ahead log, and the memory that its processes share. */
const SUFFIXES = ['', '-wal', '-shm'];

/**
 * Returns a function that throws DatabaseMoved where a file of an open database is no longer at its path. SQLite itself
 * continues on a deleted file, and on Unix checks this only without a write-ahead log. A process that opens the path then
 * would work on another file.
 */
export function createPlaceCheck(file: string): () => void {
	const paths = SUFFIXES.map((suffix) => file + suffix);
	const known = new Map<string, string>();
	return () => {
		for (const path of paths) {
			const found = identityOf(path);
			const expected = known.get(path);
			// The other two files are made when they are needed first, and stay while the database is open.
			if (expected === undefined && found !== null) known.set(path, found);
			else if (expected !== undefined && found !== expected) throw new DatabaseMoved(path);
		}
	};
}

/** Identifies the file at a path; null: there is none. */
export function identityOf(path: string): string | null {
	const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
	return stat === undefined ? null : `${stat.dev}:${stat.ino}`;
}
