import { sql } from 'kysely';
import pg from 'pg';
import type { Cancel, Clock } from '../../../domain/clock.ts';
import { connectionOptions } from './postgres.ts';
import type { Db } from '../../schema.ts';

/** Milliseconds until a lost connection is opened anew. */
const RECONNECT_PAUSE = 250;
/** Milliseconds the server has to answer a statement. */
const ANSWER_TIMEOUT = 5000;
/** The channel that all gateways on a database listen on. */
const CHANNEL = 'messaging_gateway';

export interface PostgresSession {
	/** Runs a statement on the session's connection; returns its rows. Throws where the connection is lost at the moment. */
	query(text: string, values: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
	/** Ends the connection, and with it what the session holds. */
	close(): Promise<void>;
}

export interface SessionPort {
	url: string;
	clock: Clock;
	/** Hears what other gateways announce. */
	heard: (text: string) => void;
	/** Called each time the connection stands: its locks are gone, and earlier notifications may have been missed. */
	connected: () => void;
	onError: (error: unknown) => void;
}

/**
 * Keeps one connection to the server open for what belongs to a session: hearing what others announce, and locks.
 * It is opened anew whenever it is lost. Resolves once it stands for the first time.
 */
export async function openPostgresSession(port: SessionPort): Promise<PostgresSession> {
	let client: pg.Client | null = null;
	let closed = false;
	let cancelRetry: Cancel = () => undefined;

	async function connect(): Promise<void> {
		const options = { ...connectionOptions(port.url), statement_timeout: 0, query_timeout: ANSWER_TIMEOUT };
		const fresh = new pg.Client(options);
		client = fresh;
		fresh.on('error', (error) => {
			lost(fresh, error);
		});
		fresh.on('end', () => {
			lost(fresh, new Error('The connection to the database ended.'));
		});
		fresh.on('notification', ({ payload }) => {
			port.heard(payload ?? '');
		});
		await fresh.connect();
		await fresh.query(`listen ${CHANNEL}`);
		port.connected();
	}

	function lost(which: pg.Client, error: unknown): void {
		if (client !== which || closed) return;
		client = null;
		port.onError(error);
		which.end().catch(() => undefined);
		cancelRetry = port.clock.schedule(RECONNECT_PAUSE, () => {
			const retried = connect();
			const begun = client;
			retried.catch((failure: unknown) => {
				if (begun !== null) lost(begun, failure);
			});
		});
	}

	await connect();
	return {
		async query(text, values) {
			if (client === null) throw new Error('The connection to the database is lost at the moment.');
			const { rows } = await client.query<Record<string, unknown>>(text, [...values]);
			return rows;
		},
		async close() {
			closed = true;
			cancelRetry();
			await client?.end().catch(() => undefined);
		},
	};
}

/** Tells all gateways on the database a text of under 8,000 bytes. */
export async function announce(db: Db, text: string): Promise<void> {
	await sql`select pg_notify(${CHANNEL}, ${text})`.execute(db);
}
