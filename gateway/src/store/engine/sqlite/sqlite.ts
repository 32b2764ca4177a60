import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import type { StoreFailure } from '../engine.ts';

/** Milliseconds a connection waits for another process (the keys command) that is writing. */
const BUSY_TIMEOUT = 5000;

/** Bytes the write-ahead log keeps on disk once what is in it has moved to the database file. */
const LOG_SIZE = 16 * 1024 * 1024;

/**
 * Pages the log takes before they are moved to the database file: pages that change often, as those of indices do,
 * are moved once for many commits.
 */
const LOG_PAGES = 4000;

/** Memory for pages, in KiB: the upper levels of all indices, so that a look-up in a large file reads little. */
const PAGE_CACHE: Readonly<Record<SqliteRole, number>> = { write: 32 * 1024, read: 16 * 1024 };

/** Statements kept prepared; there are few texts, and what is asked once in a while may be prepared again. */
const STATEMENTS = 500;

/** A connection, and whether a transaction is open on it: SQLite ends one by itself when a write fails. */
export interface SqliteFile extends SqliteDatabase {
	inTransaction(): boolean;
}

/** What a connection is for: one writes, group by group; another reads what is committed. */
export type SqliteRole = 'write' | 'read';

/**
 * Opens a SQLite file so that a commit survives a loss of power: write-ahead log, synced on every commit.
 * Gives the interface Kysely's SQLite dialect wants. Statements are prepared once and kept by their text.
 */
export function openSqlite(file: string, role: SqliteRole): SqliteFile {
	const database = new DatabaseSync(file, {
		timeout: BUSY_TIMEOUT,
		enableForeignKeyConstraints: true,
		readOnly: role === 'read',
	});
	if (role === 'write') {
		// Only a file that is made now takes this; it has to come before everything else.
		database.exec('pragma auto_vacuum = incremental');
		database.exec('pragma journal_mode = wal');
		database.exec(`pragma journal_size_limit = ${LOG_SIZE}`);
		database.exec('pragma synchronous = full');
		database.exec(`pragma wal_autocheckpoint = ${LOG_PAGES}`);
	}
	database.exec(`pragma cache_size = -${PAGE_CACHE[role]}`);
	const statements = new Map<string, SqliteStatement>();
	return {
		prepare(sql) {
			let statement = statements.get(sql);
			if (statement === undefined) {
				statement = asKyselyStatement(sql, database.prepare(sql));
				const [oldest] = statements.keys();
				if (statements.size === STATEMENTS && oldest !== undefined) statements.delete(oldest);
				statements.set(sql, statement);
			}
			return statement;
		},
		inTransaction: () => database.isTransaction,
		close: () => {
			database.close();
		},
	};
}

/** Primary result codes: busy and locked; out of memory, read-only, input or output failed, disk full, cannot open. */
const HELD = new Set([5, 6]);
const UNREACHABLE = new Set([7, 8, 10, 13, 14]);

/** What helps after an error of SQLite; null where it is none, or nothing does. */
export function sqliteFailure(error: unknown): StoreFailure | null {
	if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return null;
	// The higher bytes say more closely what went wrong.
	const primary = error.errcode & 0xff;
	if (HELD.has(primary)) return 'overdue';
	return UNREACHABLE.has(primary) ? 'unreachable' : null;
}

function asKyselyStatement(sql: string, statement: StatementSync): SqliteStatement {
	const bind = (parameters: readonly unknown[]): SQLInputValue[] => parameters as SQLInputValue[];
	return {
		// A pragma may do its work row by row, and give none: only asking for all of them brings it to its end.
		reader: statement.columns().length > 0 || sql.startsWith('pragma'),
		all: (parameters) => statement.all(...bind(parameters)),
		run: (parameters) => statement.run(...bind(parameters)),
		iterate: (parameters) => statement.iterate(...bind(parameters)),
	};
}
