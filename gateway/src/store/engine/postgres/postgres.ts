import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { StoreFailure } from '../engine.ts';
import { createPipeline } from './pipeline.ts';
import { isOutdated, preparingClient } from './prepared-statements.ts';
import type { Db, Schema } from '../../schema.ts';

/** Connections of one process that only read. Its writes go through one connection, group by group. */
const READERS = 4;
/** Milliseconds to open a connection. */
const CONNECT_TIMEOUT = 5000;
/** Milliseconds the server lets one of our statements run, and one of our transactions wait for us. */
const STATEMENT_TIMEOUT = 30_000;
/**
 * Milliseconds without a word after which the system asks whether the other side is still there: the system's own two
 * hours are longer than what lies in between (NAT, load balancers) keeps an idle connection.
 */
const SILENCE = 10_000;
/** Milliseconds after which a server that has not answered never will: the way there broke without a word. */
const ANSWER_TIMEOUT = 40_000;

/**
 * Every statement that writes finds its rows by an index. The server plans it once and keeps the plan, though: made
 * while a table is small, that would read all of the table, for as long as it takes the statistics to be renewed.
 */
const BY_INDEX = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off';

/** What is read may be asked for in many ways: it is parsed once, and planned each time for what is asked. */
const PLANNED_EACH_TIME = '-c plan_cache_mode=force_custom_plan';

/** 64-bit integers (counts, epoch milliseconds) and exact sums as numbers: all of ours fit. */
const NUMERIC_TYPES = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);
const types = {
	getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
		NUMERIC_TYPES.has(oid) ? Number : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;

/** What a connection of ours is told of itself and of its limits. */
export function connectionOptions(url: string): pg.ClientConfig {
	return {
		connectionString: url,
		connectionTimeoutMillis: CONNECT_TIMEOUT,
		statement_timeout: STATEMENT_TIMEOUT,
		idle_in_transaction_session_timeout: STATEMENT_TIMEOUT,
		keepAlive: true,
		keepAliveInitialDelayMillis: SILENCE,
		application_name: 'messaging-gateway',
		types,
	};
}

/** The ways to one PostgreSQL database; they connect when they are used. */
export interface PostgresDatabase {
	/** Writes, one transaction at a time. */
	writer: Db;
	/** See Pipeline. */
	flush: () => Promise<void>;
	reader: Db;
	/** The connections the reader uses. */
	pool: pg.Pool;
	/** Does something on a connection of its own, each statement of which may take as long as it does. */
	withoutTimeouts: (work: (db: Db) => Promise<void>) => Promise<void>;
}

export function openPostgres(url: string, onError: (error: Error) => void): PostgresDatabase {
	const connect = (options: pg.PoolConfig): pg.Pool => {
		const terms = { query_timeout: ANSWER_TIMEOUT, ...connectionOptions(url), ...options };
		// In pipeline mode a connection is given up when an answer does not come, and no other is waited for on it.
		const connections = new pg.Pool({ ...terms, pipeline: true });
		// An idle connection that ends is replaced when the next one is needed.
		connections.on('error', onError);
		// One that ends while it is in use tells so twice: to who uses it, and here, where it would else end the process.
		connections.on('connect', (client) => client.on('error', () => undefined));
		return connections;
	};
	const readingClient = preparingClient({ alone: true });
	const pool = connect({ max: READERS, Client: readingClient, options: PLANNED_EACH_TIME });
	const Client = preparingClient({ alone: false });
	const { dialect, flush } = createPipeline(connect({ max: 1, Client, options: BY_INDEX }));
	return {
		writer: new Kysely<Schema>({ dialect }),
		flush,
		reader: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }),
		pool,
		async withoutTimeouts(work) {
			const unhurried = connect({ max: 1, query_timeout: 0 });
			const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: unhurried }) });
			try {
				await sql`set statement_timeout = 0`.execute(db);
				await work(db);
			} finally {
				await db.destroy();
			}
		},
	};
}

/** Whether the server did not let us in: unknown user, wrong password, or no such database. */
export function isRefusal(error: unknown): error is pg.DatabaseError {
	if (!(error instanceof pg.DatabaseError)) return false;
	return error.code?.startsWith('28') === true || error.code === '3D000';
}

/** Serialization failure, deadlock, lock not available. */
const CONFLICTS = new Set(['40001', '40P01', '55P03']);
const UNIQUE_VIOLATION = '23505';
/** The statement's time was up, or somebody ended it. */
const CANCELED = '57014';
/** Classes of errors: connection exception, operator intervention (shutdown), insufficient resources. */
const UNREACHABLE_CLASSES = ['08', '57P', '53'];
const UNREACHABLE_CODES = new Set([
	'ECONNREFUSED',
	'ECONNRESET',
	'EPIPE',
	'ETIMEDOUT',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'EHOSTDOWN',
	'ENETDOWN',
	'ECONNABORTED',
	'ENOTFOUND',
	'EAI_AGAIN',
]);

/** What helps after an error of PostgreSQL or of the way there; null where it is neither. */
export function postgresFailure(error: unknown): StoreFailure | null {
	if (!(error instanceof Error)) return null;
	const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
	if (CONFLICTS.has(code)) return 'conflict';
	if (code === UNIQUE_VIOLATION) return 'duplicate';
	if (code === CANCELED) return 'overdue';
	if (isOutdated(error)) return 'conflict';
	if (UNREACHABLE_CODES.has(code) || UNREACHABLE_CLASSES.some((start) => code.startsWith(start))) {
		return 'unreachable';
	}
	// Whatever else keeps a connection from being opened, such as the socket file of a server that is down.
	if ('syscall' in error && error.syscall === 'connect') return 'unreachable';
	// The driver says these without a code.
	return /^(Connection (terminated|ended)|Client (has encountered a connection error|was closed)|timeout (exceeded|expired)|Query read timeout)/i.test(
		error.message,
	)
		? 'unreachable'
		: null;
}
