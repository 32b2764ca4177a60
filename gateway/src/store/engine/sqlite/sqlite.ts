import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { oncePerIteration } from '../../../lib/concurrency/once-per-iteration.ts';
import { dropOldest } from '../../../lib/bounded/drop-oldest.ts';
import type { StoreFailure } from '../engine.ts';
import { openSqliteFile } from './open-file.ts';
import { createPlaceCheck } from './file-place.ts';
import { primaryCodeOf, RESULT_CODE } from './result-code.ts';

/** Milliseconds a transaction waits while another process, such as the keys command, writes. */
export const BUSY_TIMEOUT = 5000;

/** Bytes the write-ahead log keeps on disk after its content has moved to the database file. */
const LOG_SIZE = 16 * 1024 * 1024;

/**
 * Pages in the write-ahead log before a checkpoint: a page that changes often, such as one of an index, is moved to the
 * database file once for many commits.
 */
const LOG_PAGES = 4000;

/** Page cache in KiB: it holds the upper levels of all indices, so that a lookup in a large file reads few pages. */
const PAGE_CACHE: Readonly<Record<SqliteRole, number>> = { write: 32 * 1024, read: 16 * 1024 };

/** Most prepared statements in the cache; the statement prepared longest ago is evicted first. */
const STATEMENTS = 500;

export interface SqliteFile extends SqliteDatabase {
	/**
	 * Begins a transaction that writes. Throws at once where another process writes (see isLocked), and where the file was
	 * moved: to wait in here would stop this whole process.
	 */
	beginWriting(): void;
	/** Whether a transaction is open: SQLite may roll one back by itself when a write fails. */
	inTransaction(): boolean;
	/** Returns another number after each commit to the file by another connection. */
	externalChanges(): number;
}

/** The use of a connection: one writes, group by group; the other reads committed rows. */
export type SqliteRole = 'write' | 'read';

/**
 * Opens a SQLite file so that a commit survives a power failure: with a write-ahead log that is synced on every commit.
 * Returns the interface of Kysely's SQLite dialect, with a cache of prepared statements.
 */
export function openSqlite(file: string, role: SqliteRole): SqliteFile {
	const database = openSqliteFile(file, {
		timeout: BUSY_TIMEOUT,
		enableForeignKeyConstraints: true,
		readOnly: role === 'read',
	});
	if (role === 'write') {
		// This takes effect only in a new file, and only before all other statements. It writes to every file, which a version
		// must not do that cannot work on it.
		if (autoVacuumOf(database) !== INCREMENTAL) database.exec('pragma auto_vacuum = incremental');
		database.exec('pragma journal_mode = wal');
		database.exec(`pragma journal_size_limit = ${LOG_SIZE}`);
		// Overwrites deleted rows: otherwise the file, and each backup of it, would keep their texts for long.
		database.exec('pragma secure_delete = on');
		database.exec('pragma synchronous = full');
		database.exec(`pragma wal_autocheckpoint = ${LOG_PAGES}`);
	}
	database.exec(`pragma cache_size = -${PAGE_CACHE[role]}`);
	const statements = new Map<string, SqliteStatement>();
	const checkPlace = createPlaceCheck(file);
	checkPlace();
	const dataVersion = database.prepare('pragma data_version');
	const externalChanges = oncePerIteration(() => Number(dataVersion.get()?.data_version));
	return {
		prepare(sql) {
			let statement = statements.get(sql);
			if (statement === undefined) {
				statement = asKyselyStatement(sql, database.prepare(sql));
				statements.set(sql, statement);
				dropOldest(statements, STATEMENTS);
			}
			return statement;
		},
		beginWriting() {
			checkPlace();
			database.exec('pragma busy_timeout = 0');
			try {
				// A transaction that reads before it writes fails when another process wrote in between, and waiting does not
				// help. Every transaction here writes, so it acquires the write lock at once.
				database.exec('begin immediate');
			} finally {
				database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT}`);
			}
		},
		inTransaction: () => database.isTransaction,
		externalChanges,
		close: () => {
			database.close();
		},
	};
}

/** The value of `pragma auto_vacuum` that lets free pages be returned to the disk in steps. */
const INCREMENTAL = 2;

function autoVacuumOf(database: DatabaseSync): unknown {
	return database.prepare('pragma auto_vacuum').get()?.auto_vacuum;
}

const { BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN } = RESULT_CODE;
const UNREACHABLE = new Set<number | null>([NOMEM, READONLY, IOERR, FULL, CANTOPEN]);

/** Classifies an error of SQLite; null where it is none, or a retry does not help. */
export function sqliteFailure(error: unknown): StoreFailure | null {
	if (isLocked(error)) return 'timeout';
	return UNREACHABLE.has(primaryCodeOf(error)) ? 'unreachable' : null;
}

/** Whether a statement failed because another process has locked the file. */
export function isLocked(error: unknown): boolean {
	const code = primaryCodeOf(error);
	return code === BUSY || code === LOCKED;
}

function asKyselyStatement(sql: string, statement: StatementSync): SqliteStatement {
	const bind = (parameters: readonly unknown[]): SQLInputValue[] => parameters as SQLInputValue[];
	return {
		// A pragma may work row by row without returning rows: it is complete only when all rows have been read.
		reader: statement.columns().length > 0 || sql.startsWith('pragma'),
		all: (parameters) => statement.all(...bind(parameters)),
		run: (parameters) => statement.run(...bind(parameters)),
		iterate: (parameters) => statement.iterate(...bind(parameters)),
	};
}
