import { sql } from 'kysely';
import pg from 'pg';
import type { Cancel, Clock } from '../../../domain/clock.ts';
import { connectionOptions } from './postgres.ts';
import type { Db } from '../../schema.ts';

/** Milliseconds until the session reopens a lost connection. */
const RECONNECT_PAUSE = 250;
/** The channel all gateways on a database listen on. */
const CHANNEL = 'messaging_gateway';

export interface PostgresSession {
	/** Closes the connection, which releases the session's locks. */
	close(): Promise<void>;
}

export interface PostgresSessionDeps {
	url: string;
	clock: Clock;
	/** Statements that run on every new connection: they acquire locks that last as long as the connection. */
	setup: readonly { text: string; values: readonly unknown[] }[];
	/** Receives the notifications of all gateways on the database. */
	onNotification: (text: string) => void;
	/** Called whenever the session starts to listen; earlier notifications were not received. */
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
		const opened = new pg.Client({ ...connectionOptions(deps.url), statement_timeout: 0 });
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
		await opened.query(`listen ${CHANNEL}`);
		deps.onConnect();
		// Locks come last: the server may take the previous connection for open, and keep its locks, for hours.
		for (const { text, values } of deps.setup) await opened.query(text, [...values]);
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
		async close() {
			closed = true;
			cancelRetry();
			await client?.end().catch(() => undefined);
		},
	};
}

/** Sends a text of less than 8,000 bytes to all gateways on the database. */
export async function notify(db: Db, text: string): Promise<void> {
	await sql`select pg_notify(${CHANNEL}, ${text})`.execute(db);
}
