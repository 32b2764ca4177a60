import { Kysely, PostgresDialect, sql, type LogEvent } from 'kysely';
import pg from 'pg';
import type { Transact } from '../engine.ts';
import { overlappingTransactions } from './overlapping-transaction.ts';
import { createPipeline } from './pipeline.ts';
import { prepareConnection, type SessionSettings } from './prepare-connection.ts';
import { preparingClient } from './prepared-statements.ts';
import { createSilentConnections, isCounting, type SilentConnections } from './silent-connections.ts';
import { requireSessions } from './require-sessions.ts';
import type { Db, Schema } from '../../schema.ts';

/** Read connections of a process, beside the one whose plans are cached. Its writes use one connection, group by group. */
const READERS = 3;
/** Milliseconds to open a connection. */
const CONNECT_TIMEOUT = 5000;
/** Seconds a statement may run on the server, and a transaction may idle between two statements. */
const STATEMENT_TIMEOUT = '30s';
/**
 * Milliseconds of inactivity after which the system probes a connection: its default of two hours is longer than NAT
 * and load balancers keep an idle connection.
 */
const KEEPALIVE_DELAY = 10_000;
/** Milliseconds to a statement's response; longer than STATEMENT_TIMEOUT, so only a broken connection exceeds it. */
const QUERY_TIMEOUT = 40_000;

/**
 * Compiling a statement takes longer than every statement here. The server compiles those that it considers expensive,
 * such as a scan of a small table where scans are off: 0.2 s each.
 */
const NO_JIT = { jit: 'off' };

/**
 * Settings of the connections whose plans are cached, and renewed now and then (see preparingClient()): every statement on
 * them finds its rows by an index. The planner does not know that, and would scan a table that is small at the moment,
 * or plan each execution because it cannot estimate a parameter.
 */
const INDEX_PLANS: SessionSettings = {
	...NO_JIT,
	plan_cache_mode: 'force_generic_plan',
	enable_seqscan: 'off',
	enable_hashjoin: 'off',
	enable_mergejoin: 'off',
};

/** Settings of the other read connections: the best plan of a query depends on its parameters, so each execution is planned. */
const CUSTOM_PLANS: SessionSettings = { ...NO_JIT, plan_cache_mode: 'force_custom_plan' };

/** Limits of the statements and transactions of a pool's connections. */
const LIMITS: SessionSettings = {
	statement_timeout: STATEMENT_TIMEOUT,
	idle_in_transaction_session_timeout: STATEMENT_TIMEOUT,
};

/** 64-bit integers (counts, epoch milliseconds) and exact sums are read as numbers: all values are safe integers. */
const NUMERIC_TYPES = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);
const types = {
	getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
		NUMERIC_TYPES.has(oid) ? Number : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;

/**
 * The options of every connection: its name and its types. Its settings follow once it is open (see prepareConnection()):
 * a connection pooler refuses most of those that a connection may begin with, and those of the URL would replace them.
 */
export function connectionOptions(url: string): pg.ClientConfig {
	return {
		connectionString: verifyServer(url),
		connectionTimeoutMillis: CONNECT_TIMEOUT,
		keepAlive: true,
		keepAliveInitialDelayMillis: KEEPALIVE_DELAY,
		application_name: 'messaging-gateway',
		types,
	};
}

/** Modes of TLS that the driver treats as `verify-full`, and warns of at every start. */
const VERIFIED = new Set(['prefer', 'require', 'verify-ca']);

/** Sets the TLS mode of the driver: it verifies the server unless the URL says `no-verify`. */
function verifyServer(url: string): string {
	const parsed = new URL(url);
	const { searchParams } = parsed;
	if (!VERIFIED.has(searchParams.get('sslmode') ?? '') || searchParams.has('uselibpqcompat')) return url;
	searchParams.set('sslmode', 'verify-full');
	return parsed.href;
}

/** The connections to a PostgreSQL database; they open on first use. */
export interface PostgresDatabase {
	/** Writes through one connection, one transaction at a time. */
	writer: Db;
	/** Runs transactions of the writer whose statements may overlap. */
	transact: Transact;
	/** See Pipeline. */
	flush: () => Promise<void>;
	reader: Db;
	/** Reads through one connection whose plans are cached. */
	indexReader: Db;
	/** Throws where a connection of it is not one session of the server. */
	requireSessions: () => Promise<void>;
	/** See SilentConnections. */
	endSilentConnections: SilentConnections['check'];
	/** The connections `reader` uses. */
	pool: pg.Pool;
	/** Runs work on a connection of its own, whose statements have no time limit; an abort ends the connection. */
	withoutTimeouts: (work: (db: Db) => Promise<void>, signal: AbortSignal) => Promise<void>;
}

export interface PostgresDeps {
	/** Receives the errors of idle connections, and of those that fell silent. */
	onError: (error: Error) => void;
	/** Receives the statements of the write connection; those that are not awaited are received when they are sent. */
	log: (event: LogEvent) => void;
	/** See createPipeline. */
	isSynced: () => boolean;
}

export function openPostgres(url: string, { onError, log, isSynced }: PostgresDeps): PostgresDatabase {
	const silentConnections = createSilentConnections(() => {
		onError(new Error('The connection to the database fell silent.'));
	});
	const connect = (options: pg.PoolConfig, settings: SessionSettings = {}, writes = true): pg.Pool => {
		const limits = { query_timeout: QUERY_TIMEOUT, ...connectionOptions(url), ...options };
		// In pipeline mode a query timeout closes the connection, so that no other statement waits on it.
		const prepare = async (client: pg.ClientBase): Promise<void> => {
			const session = await prepareConnection(client, { ...LIMITS, ...settings }, writes);
			if (isCounting(client)) silentConnections.watch(client, session);
		};
		// The pool waits for the promise of onConnect, although its type does not say so.
		const onConnect = (client: pg.ClientBase): unknown => prepare(client);
		const connections = new pg.Pool({ ...limits, pipeline: true, onConnect });
		// The pool replaces an idle connection that ends when it needs the next one.
		connections.on('error', onError);
		// A connection in use that ends rejects its statement and emits an error, which would end the process unhandled.
		connections.on('connect', (client) => client.on('error', () => undefined));
		return connections;
	};
	const readingClient = preparingClient({ autocommit: true });
	const pool = connect({ max: READERS, Client: readingClient }, CUSTOM_PLANS, false);
	const indexPool = connect({ max: 1, Client: readingClient }, INDEX_PLANS, false);
	const Client = preparingClient({ autocommit: false });
	const { dialect, flush } = createPipeline(connect({ max: 1, Client }, INDEX_PLANS), isSynced);
	const writer = new Kysely<Schema>({ dialect, log });
	return {
		writer,
		transact: overlappingTransactions(writer, dialect),
		flush,
		reader: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }),
		indexReader: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: indexPool }) }),
		requireSessions: () => requireSessions(pool),
		endSilentConnections: silentConnections.check,
		pool,
		async withoutTimeouts(work, signal) {
			const unlimited = connect({ max: 1, query_timeout: 0 }, { statement_timeout: '0' });
			const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: unlimited }) });
			let abort = (): void => undefined;
			try {
				const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
				// Otherwise the statement would continue on the server until it is complete.
				abort = () => {
					pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]).catch(() => undefined);
				};
				signal.addEventListener('abort', abort);
				signal.throwIfAborted();
				await work(db);
			} finally {
				signal.removeEventListener('abort', abort);
				await db.destroy();
			}
		},
	};
}
