import {
	CompiledQuery,
	PostgresDialect,
	type DatabaseConnection,
	type Dialect,
	type Driver,
	type PostgresPool,
	type QueryResult,
} from 'kysely';
import { discardsResult } from '../write-rows.ts';

const UNSYNCED = CompiledQuery.raw('set local synchronous_commit to off');

const EMPTY_RESULT: QueryResult<never> = { rows: [] };

/** The one connection that writes. */
export interface Pipeline {
	dialect: Dialect;
	/**
	 * Resolves when the server has executed every statement of the transaction; rejects once with the first error of
	 * a statement.
	 */
	flush: () => Promise<void>;
}

/**
 * Creates a Kysely dialect that sends a statement without waiting for the one before, where the caller does not use
 * the result of that one: inside a transaction, statements are on their way to the server while the next is created.
 * The error of such a statement is thrown by the next statement that is awaited, by flush() and by the commit. The pool
 * has one connection, in pipeline mode. `isSynced`: whether a transaction that begins now has to survive a failure of the
 * server by itself; one that has not survives with the next one that has.
 */
export function createPipeline(pool: PostgresPool, isSynced: () => boolean): Pipeline {
	const dialect = new PostgresDialect({ pool });
	const pending = createPendingStatements();
	return {
		dialect: {
			createDriver: () => pipelined(dialect.createDriver(), pending, isSynced),
			createQueryCompiler: () => dialect.createQueryCompiler(),
			createAdapter: () => dialect.createAdapter(),
			createIntrospector: (db) => dialect.createIntrospector(db),
		},
		flush: () => pending.waitFor(Promise.resolve()),
	};
}

/** Statements that were sent and not awaited. */
interface PendingStatements {
	add(result: Promise<unknown>): void;
	/** Waits for a later statement and all before it. Resolves with its result; rejects with the first error. */
	waitFor<Result>(result: Promise<Result>): Promise<Result>;
}

function createPendingStatements(): PendingStatements {
	let sent: Promise<unknown>[] = [];
	return {
		add(result) {
			sent.push(result);
			// waitFor() throws the error; without this handler the rejection would end the process before.
			result.catch(() => undefined);
		},
		async waitFor(result) {
			const before = sent;
			sent = [];
			const [last, ...earlier] = await Promise.allSettled([result, ...before]);
			for (const outcome of [...earlier, last]) if (outcome.status === 'rejected') throw outcome.reason;
			return result;
		},
	};
}

function pipelined(driver: Driver, pending: PendingStatements, isSynced: () => boolean): Driver {
	/** The driver's connection of each connection that Kysely receives. */
	const innerConnections = new WeakMap<DatabaseConnection, DatabaseConnection>();
	const innerOf = (connection: DatabaseConnection): DatabaseConnection =>
		innerConnections.get(connection) ?? connection;
	let inTransaction = false;

	function wrap(inner: DatabaseConnection): DatabaseConnection {
		return {
			executeQuery<Row>(query: CompiledQuery) {
				const result = inner.executeQuery<Row>(query);
				if (!inTransaction || !discardsResult(query)) return pending.waitFor(result);
				pending.add(result);
				return Promise.resolve(EMPTY_RESULT);
			},
			streamQuery() {
				throw new Error('Streaming is not supported: queries return all rows at once.');
			},
		};
	}

	return {
		init: () => driver.init(),
		async acquireConnection() {
			const inner = await driver.acquireConnection();
			const connection = wrap(inner);
			innerConnections.set(connection, inner);
			return connection;
		},
		releaseConnection: (connection) => driver.releaseConnection(innerOf(connection)),
		beginTransaction(connection, settings) {
			inTransaction = true;
			pending.add(driver.beginTransaction(innerOf(connection), settings));
			if (!isSynced()) pending.add(innerOf(connection).executeQuery(UNSYNCED));
			return Promise.resolve();
		},
		async commitTransaction(connection) {
			inTransaction = false;
			await pending.waitFor(driver.commitTransaction(innerOf(connection)));
		},
		async rollbackTransaction(connection) {
			inTransaction = false;
			const rolledBack = driver.rollbackTransaction(innerOf(connection));
			// Errors of earlier statements do not matter: the rollback undoes them too.
			await pending.waitFor(rolledBack).catch(() => rolledBack);
		},
		destroy: () => driver.destroy(),
	};
}
