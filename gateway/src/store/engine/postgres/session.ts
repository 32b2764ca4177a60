import { sql } from 'kysely';
import pg from 'pg';
import type { Cancel, Clock } from '../../../domain/clock.ts';
import { connectionOptions } from './postgres.ts';
import { applySettings, requireWritable } from './prepare-connection.ts';
import type { Db } from '../../schema.ts';
import { LOCK_NOT_AVAILABLE } from './failure.ts';

/** Milliseconds until the session reopens a lost connection. */
const RECONNECT_PAUSE = 250;
/** Milliseconds the server has to answer a statement. */
const ANSWER_TIMEOUT = 5000;
/** A statement waits for a lock of somebody else for this time: a heartbeat is due every second. */
const SETTINGS = { statement_timeout: '0', lock_timeout: '300ms' };
/** The channel all gateways on a database listen on. */
const CHANNEL = 'messaging_gateway';

export interface PostgresSession {
	/**
	 * Runs a statement on the session's connection; returns its rows. Throws while the connection is lost, and where
	 * another session has locked a table that the statement needs (see isLockTimeout).
	 */
	query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<readonly Row[]>;
	/** Closes the connection, which releases the session's locks. */
	close(): Promise<void>;
}

export interface PostgresSessionDeps {
	url: string;
	clock: Clock;
	/** Receives the notifications of all gateways on the database. */
	onNotification: (text: string) => void;
	/** Called whenever a connection is open: it holds no locks yet, and earlier notifications were not received. */
	onConnect: () => void;
	onError: (error: unknown) => void;
}

/**
 * Keeps one connection to the server open, for notifications and for locks, and reopens it whenever it is lost.
 * Resolves once the connection is open for the first time.
 */
export async function openPostgresSession(deps: PostgresSessionDeps): Promise<PostgresSession> {
	let client: pg.Client | null = null;
	let closed = false;
	let cancelRetry: Cancel = () => undefined;

	async function connect(): Promise<void> {
		const options = {
			...connectionOptions(deps.url),
			query_timeout: ANSWER_TIMEOUT,
			// In pipeline mode a query timeout closes the connection, so that it is reopened.
			pipeline: true,
		};
		const opened = new pg.Client(options);
		client = opened;
		opened.on('error', (error) => {
			onLost(opened, error);
		});
		opened.on('end', () => {
			onLost(opened, new Error('The connection to the database ended.'));
		});
		opened.on('notification', ({ payload }) => {
			deps.onNotification(payload ?? '');
		});
		await opened.connect();
		await requireWritable(opened);
		await applySettings(opened, SETTINGS);
		await opened.query(`listen ${CHANNEL}`);
		deps.onConnect();
	}

	function onLost(lost: pg.Client, error: unknown): void {
		if (client !== lost || closed) return;
		client = null;
		deps.onError(error);
		lost.end().catch(() => undefined);
		cancelRetry = deps.clock.schedule(RECONNECT_PAUSE, () => {
			const connecting = connect();
			const opened = client;
			connecting.catch((failure: unknown) => {
				if (opened !== null) onLost(opened, failure);
			});
		});
	}

	await connect();
	return {
		async query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) {
			if (client === null) throw new Error('The connection to the database is lost at the moment.');
			const { rows } = await client.query<Row>(text, [...values]);
			return rows;
		},
		async close() {
			closed = true;
			cancelRetry();
			await client?.end().catch(() => undefined);
		},
	};
}

/** Whether a statement failed because another session has locked a table that it needs. */
export function isLockTimeout(error: unknown): boolean {
	return error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
}

/** Sends a text of less than 8,000 bytes to all gateways on the database. */
export async function notify(db: Db, text: string): Promise<void> {
	await sql`select pg_notify(${CHANNEL}, ${text})`.execute(db);
}
