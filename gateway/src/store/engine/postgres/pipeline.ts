import {
	PostgresDialect,
	type CompiledQuery,
	type DatabaseConnection,
	type Dialect,
	type Driver,
	type PostgresPool,
	type QueryResult,
} from 'kysely';
import { givesNothingBack } from '../write-rows.ts';

const NOTHING: QueryResult<never> = { rows: [] };

/** The one connection everything is written through. */
export interface Pipeline {
	dialect: Dialect;
	/**
	 * Resolves when the server has carried out all that was written in this transaction; rejects with what went wrong
	 * first, once.
	 */
	flush: () => Promise<void>;
}

/**
 * Lets Kysely use a connection that does not wait between one statement of a transaction and the next, where the first
 * gives nothing back: it is on its way to the server while the next is made. What goes wrong with it is told by the
 * next statement that is waited for, and by settled(). The pool has one connection, in pipeline mode.
 */
export function createPipeline(pool: PostgresPool): Pipeline {
	const dialect = new PostgresDialect({ pool });
	const unanswered = createUnanswered();
	return {
		dialect: {
			createDriver: () => pipelined(dialect.createDriver(), unanswered),
			createQueryCompiler: () => dialect.createQueryCompiler(),
			createAdapter: () => dialect.createAdapter(),
			createIntrospector: (db) => dialect.createIntrospector(db),
		},
		flush: () => unanswered.waitFor(Promise.resolve()),
	};
}

/** Statements nobody waits for. */
interface Unanswered {
	add(answer: Promise<unknown>): void;
	/** The answer to a later statement, once those before it are there; rejects with what went wrong first. */
	waitFor<Answer>(answer: Promise<Answer>): Promise<Answer>;
}

function createUnanswered(): Unanswered {
	let sent: Promise<unknown>[] = [];
	return {
		add(answer) {
			sent.push(answer);
			// It is told by the next one that is waited for.
			answer.catch(() => undefined);
		},
		async waitFor(answer) {
			const before = sent;
			sent = [];
			const [result, ...earlier] = await Promise.allSettled([answer, ...before]);
			for (const one of [...earlier, result]) if (one.status === 'rejected') throw one.reason;
			return answer;
		},
	};
}

function pipelined(driver: Driver, unanswered: Unanswered): Driver {
	/** By the connections given to Kysely, those of the driver below. */
	const below = new WeakMap<DatabaseConnection, DatabaseConnection>();
	const innerOf = (connection: DatabaseConnection): DatabaseConnection => below.get(connection) ?? connection;
	let inTransaction = false;

	function over(inner: DatabaseConnection): DatabaseConnection {
		return {
			executeQuery<Row>(query: CompiledQuery) {
				const answer = inner.executeQuery<Row>(query);
				if (!inTransaction || !givesNothingBack(query)) return unanswered.waitFor(answer);
				unanswered.add(answer);
				return Promise.resolve(NOTHING);
			},
			streamQuery() {
				throw new Error('Rows are read all at once.');
			},
		};
	}

	return {
		init: () => driver.init(),
		async acquireConnection() {
			const inner = await driver.acquireConnection();
			const connection = over(inner);
			below.set(connection, inner);
			return connection;
		},
		releaseConnection: (connection) => driver.releaseConnection(innerOf(connection)),
		beginTransaction(connection, settings) {
			inTransaction = true;
			unanswered.add(driver.beginTransaction(innerOf(connection), settings));
			return Promise.resolve();
		},
		async commitTransaction(connection) {
			inTransaction = false;
			await unanswered.waitFor(driver.commitTransaction(innerOf(connection)));
		},
		async rollbackTransaction(connection) {
			inTransaction = false;
			const rolledBack = driver.rollbackTransaction(innerOf(connection));
			// Whatever went wrong before is undone with the rest.
			await unanswered.waitFor(rolledBack).catch(() => rolledBack);
		},
		destroy: () => driver.destroy(),
	};
}
