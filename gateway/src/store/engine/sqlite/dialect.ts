import { setTimeout as pause } from 'node:timers/promises';
import {
	CompiledQuery,
	SqliteAdapter,
	SqliteIntrospector,
	SqliteQueryCompiler,
	type DatabaseConnection,
	type Dialect,
	type Driver,
	type QueryResult,
} from 'kysely';
import { ExplainedError } from '../../../lib/errors/explained-error.ts';
import { RESULT_CODE } from './result-code.ts';
import { BUSY_TIMEOUT, isLocked, type SqliteFile, type SqliteRole } from './sqlite.ts';
import { rowsToWrite } from '../write-rows.ts';

const ALWAYS = (): boolean => true;

/**
 * Creates a Kysely dialect for a SQLite connection. Unlike Kysely's own dialect it can execute a statement for many
 * rows, and readers do not wait for each other. `isSynced`: whether a transaction that begins now has to survive a power
 * failure by itself. Any other survives with the next one that has to, because the log is written in order.
 */
export function sqliteDialect(database: SqliteFile, role: SqliteRole, isSynced = ALWAYS): Dialect {
	return {
		createDriver: () => driverOf(database, isSynced),
		createQueryCompiler: () => new SqliteQueryCompiler(),
		createAdapter: () => (role === 'read' ? new ReaderAdapter() : new WriterAdapter()),
		createIntrospector: (db) => new SqliteIntrospector(db),
	};
}

/**
 * SQLite can change the schema in a transaction, which Kysely's adapter denies. In a transaction, a migration that is
 * killed leaves nothing behind.
 */
class WriterAdapter extends SqliteAdapter {
	override get supportsTransactionalDdl(): boolean {
		return true;
	}
}

/** Every read is one statement, which SQLite executes synchronously, so readers need no exclusive connection. */
class ReaderAdapter extends SqliteAdapter {
	override get supportsMultipleConnections(): boolean {
		return true;
	}
}

function driverOf(database: SqliteFile, isSynced: () => boolean): Driver {
	const connection = connectionOf(database);
	let wasSynced = true;
	const run = async (text: string): Promise<void> => {
		await connection.executeQuery(CompiledQuery.raw(text));
	};
	return {
		init: () => Promise.resolve(),
		acquireConnection: () => Promise.resolve(connection),
		releaseConnection: () => Promise.resolve(),
		async beginTransaction() {
			// It cannot be changed inside a transaction.
			if (wasSynced !== isSynced()) {
				wasSynced = isSynced();
				await run(`pragma synchronous = ${wasSynced ? 'full' : 'normal'}`);
			}
			await beginWriting(database);
		},
		commitTransaction: () => run('commit'),
		rollbackTransaction: async () => {
			if (database.inTransaction()) await run('rollback');
		},
		destroy() {
			database.close();
			return Promise.resolve();
		},
	};
}

/** The result code of SqliteFile.beginWriting() while another process writes. */
/** Milliseconds between two tries to begin a transaction while another process writes. */
const LOCK_PAUSE = 10;

/** Another process has locked the file for longer than a transaction waits. */
class FileLocked extends ExplainedError {
	readonly errcode = RESULT_CODE.BUSY;

	constructor(options: ErrorOptions) {
		super(
			`Another program has locked the database for more than ${BUSY_TIMEOUT / 1000} seconds, so nothing can be written to it. Close the other program, or let it finish what it writes.`,
			options,
		);
		this.name = 'FileLocked';
	}
}

/**
 * Begins a transaction as soon as no other process writes, and lets this process work meanwhile. Throws FileLocked after
 * BUSY_TIMEOUT.
 */
async function beginWriting(database: SqliteFile): Promise<void> {
	const end = performance.now() + BUSY_TIMEOUT;
	for (;;) {
		try {
			database.beginWriting();
			return;
		} catch (error) {
			if (!isLocked(error)) throw error;
			if (performance.now() >= end) throw new FileLocked({ cause: error });
		}
		await pause(LOCK_PAUSE);
	}
}

function connectionOf(database: SqliteFile): DatabaseConnection {
	return {
		// SQLite executes synchronously; the promise turns its exceptions into rejections.
		executeQuery: <Row>(query: CompiledQuery) =>
			new Promise<QueryResult<Row>>((resolve) => {
				resolve(execute(database, query) as QueryResult<Row>);
			}),
		streamQuery() {
			throw new Error('Streaming is not supported: queries return all rows at once.');
		},
	};
}

function execute(database: SqliteFile, query: CompiledQuery): QueryResult<unknown> {
	const statement = database.prepare(query.sql);
	const rows: unknown[] = [];
	let changes = 0n;
	for (const parameters of rowsToWrite(query) ?? [query.parameters]) {
		if (statement.reader) for (const row of statement.all(parameters)) rows.push(row);
		else changes += BigInt(statement.run(parameters).changes);
	}
	return { rows, numAffectedRows: changes };
}
