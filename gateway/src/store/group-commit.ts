import { sql, type Kysely, type Transaction } from 'kysely';
import { GatewayError } from '../domain/error.ts';
import type { Schema } from './schema.ts';
import type { Signal } from './signal.ts';

/** What a piece of work may do inside the commit that carries it. */
export interface CommitScope {
	db: Transaction<Schema>;
	/** Tells the rest of the gateway, once the commit is durable; never when this piece fails. */
	announce: (signal: Signal) => void;
}

/**
 * Reads and writes of one caller that belong together. It runs inside a transaction it may share with other
 * callers' pieces: it must not wait for anything but its own queries.
 */
export type Piece<T> = (scope: CommitScope) => Promise<T>;

/** Resolves with the piece's result after the synced commit that carried it; rejects with the piece's error. */
export type Commit = <T>(piece: Piece<T>) => Promise<T>;

/** Called when a group begins to be committed; what it gives is called with how that ended. */
export type ObserveGroup = (pieces: number) => (outcome: 'committed' | 'failed') => void;

export interface GroupCommit {
	commit: Commit;
	/** Takes no more work, and resolves when all accepted work is committed. */
	close(): Promise<void>;
}

/** Pieces in one transaction: beyond this, a group's time to commit grows faster than its benefit. */
const GROUP_SIZE = 128;
/** Pieces waiting before new ones are turned away, so that memory stays bounded under overload. */
const WAITING_LIMIT = 10_000;

interface Waiting {
	run(scope: CommitScope): Promise<void>;
	committed(): void;
	failed(error: unknown): void;
	/** Set when the piece's own work threw; the others of its group are not affected. */
	error?: { reason: unknown };
}

/**
 * Joins writes that arrive at the same time into one transaction, because the sync at its end costs more than
 * all the rest. While one group is being committed, the next one gathers.
 */
export function createGroupCommit(
	db: Kysely<Schema>,
	publish: (signal: Signal) => void,
	observe: ObserveGroup = () => () => undefined,
): GroupCommit {
	const waiting: Waiting[] = [];
	let working: Promise<void> | null = null;
	let closed = false;

	async function commitGroups(): Promise<void> {
		// Everything the event loop has ready in this turn joins the first group.
		await new Promise((resolve) => setImmediate(resolve));
		while (waiting.length > 0) {
			const group = waiting.splice(0, GROUP_SIZE);
			const ended = observe(group.length);
			ended(await commitGroup(db, group, publish));
		}
		working = null;
	}

	return {
		commit<T>(piece: Piece<T>): Promise<T> {
			if (closed || waiting.length >= WAITING_LIMIT) {
				const message = closed
					? 'The gateway is shutting down. Send the request again in a few seconds.'
					: 'The gateway has more work waiting than it can store. Send the request again in a second.';
				return Promise.reject(new GatewayError('service_unavailable', message, { retryAfter: 1 }));
			}
			return new Promise<T>((resolve, reject) => {
				let result: T;
				waiting.push({
					run: async (scope) => {
						result = await piece(scope);
					},
					committed: () => {
						resolve(result);
					},
					failed: reject,
				});
				working ??= commitGroups();
			});
		},
		async close() {
			closed = true;
			while (working !== null) await working;
		},
	};
}

async function commitGroup(
	db: Kysely<Schema>,
	group: Waiting[],
	publish: (signal: Signal) => void,
): Promise<'committed' | 'failed'> {
	let signals: Signal[] = [];
	try {
		await db.transaction().execute(async (transaction) => {
			signals = [];
			for (const piece of group) {
				signals.push(...(await runPiece(transaction, piece)));
			}
		});
	} catch (error) {
		for (const piece of group) piece.failed(piece.error?.reason ?? error);
		return 'failed';
	}
	for (const piece of group) {
		if (piece.error === undefined) piece.committed();
		else piece.failed(piece.error.reason);
	}
	for (const signal of signals) publish(signal);
	return 'committed';
}

/** Runs one piece so that its failure undoes its own writes and no other's; gives what it announced. */
async function runPiece(db: Transaction<Schema>, piece: Waiting): Promise<Signal[]> {
	const announced: Signal[] = [];
	await sql`savepoint piece`.execute(db);
	try {
		await piece.run({ db, announce: (signal) => announced.push(signal) });
	} catch (reason) {
		piece.error = { reason };
		await sql`rollback to savepoint piece`.execute(db);
		await sql`release savepoint piece`.execute(db);
		return [];
	}
	await sql`release savepoint piece`.execute(db);
	return announced;
}
