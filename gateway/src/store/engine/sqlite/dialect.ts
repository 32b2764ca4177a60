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
import type { SqliteFile, SqliteRole } from './sqlite.ts';
import { rowsToWrite } from '../write-rows.ts';

/**
 * Lets Kysely use a SQLite connection. Unlike by Kysely's own dialect, a statement can be carried out for many rows,
 * and those who only read do not wait for each other.
 */
export function sqliteDialect(database: SqliteFile, role: SqliteRole): Dialect {
	return {
		createDriver: () => driverOf(database),
		createQueryCompiler: () => new SqliteQueryCompiler(),
		createAdapter: () => (role === 'read' ? new ReaderAdapter() : new SqliteAdapter()),
		createIntrospector: (db) => new SqliteIntrospector(db),
	};
}

/** Every read is one statement, which SQLite answers at once: there is nothing to take turns for. */
class ReaderAdapter extends SqliteAdapter {
	override get supportsMultipleConnections(): boolean {
		return true;
	}
}

function driverOf(database: SqliteFile): Driver {
	const connection = connectionOf(database);
	const run = async (text: string): Promise<void> => {
		await connection.executeQuery(CompiledQuery.raw(text));
	};
	return {
		init: () => Promise.resolve(),
		acquireConnection: () => Promise.resolve(connection),
		releaseConnection: () => Promise.resolve(),
		// A transaction that reads first and writes later can find its snapshot outdated when another process wrote in
		// between, and no waiting helps then. Every transaction here writes, so it takes the write lock at once.
		beginTransaction: () => run('begin immediate'),
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

function connectionOf(database: SqliteFile): DatabaseConnection {
	return {
		// SQLite answers at once; what it throws comes as a rejection, as from every other database.
		executeQuery: <Row>(query: CompiledQuery) =>
			new Promise<QueryResult<Row>>((resolve) => {
				resolve(execute(database, query) as QueryResult<Row>);
			}),
		streamQuery() {
			throw new Error('Rows are read all at once.');
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
