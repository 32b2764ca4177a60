import { sql, type Kysely, type Transaction } from 'kysely';
import { sleep, type Clock } from '../../domain/clock.ts';
import { createBackpressure, type Size } from './backpressure.ts';
import type { ClaimOnInsert } from '../webhooks/insert-claim.ts';
import type { StoreFailure } from '../engine/engine.ts';
import type { Schema } from '../schema.ts';
import type { Signal } from '../signal.ts';
import { storeUnavailable } from './store-unavailable.ts';

/** What a piece of work may do inside the commit that carries it. */
export interface CommitScope {
	db: Transaction<Schema>;
	/** Tells the rest of the gateway, once the commit is durable; never when this piece fails. */
	emit: (signal: Signal) => void;
	/** Hears which of the two became of what this piece wrote. */
	addHooks: (follower: TransactionHooks) => void;
	/** Claims deliveries for whoever delivers in this process, while they are made. */
	claimOnInsert: ClaimOnInsert;
}

/** Hears of a piece once it is certain what became of it. */
export interface TransactionHooks {
	/** It is durable. */
	onCommit(): void;
	/** It is undone, whether by its own failure or with its transaction. */
	onRollback(): void;
}

/**
 * Reads and writes of one caller that belong together. It runs inside a transaction it may share with other
 * callers' pieces: it must not wait for anything but its own queries. It may run more than once, when the
 * transaction did not come about; what it did before is undone then.
 */
export type TransactionBody<T> = (scope: CommitScope) => Promise<T>;

/**
 * Resolves with the piece's result after the synced commit that carried it; rejects with the piece's error, or
 * with service_unavailable where the database was not reached or has more to do than it can.
 */
export type Commit = <T>(piece: TransactionBody<T>, weight?: Size) => Promise<T>;

/** Called when a group begins to be committed; what it gives is called with how that ended. */
export type ObserveGroup = (pieces: number) => (outcome: 'committed' | 'failed') => void;

export interface GroupCommit {
	commit: Commit;
	/** Takes no more work, and resolves when all accepted work is committed. */
	close(): Promise<void>;
}

export interface GroupCommitDeps {
	db: Kysely<Schema>;
	/** Resolves when all that the transaction wrote is carried out; rejects with what went wrong. */
	flush: () => Promise<void>;
	clock: Clock;
	publish: (signal: Signal) => void;
	claimNew: ClaimOnInsert;
	/** What helps after an error of the database; null: nothing does. */
	failureOf: (error: unknown) => StoreFailure | null;
	observe?: ObserveGroup;
}

/** One transaction: beyond this, a group's time to commit grows faster than its benefit. */
const GROUP_LIMIT: Size = { rows: 512, bytes: 4 * 1024 * 1024 };
/** Milliseconds a transaction takes in more pieces; those that wait get the next one. */
const GROUP_TIME = 50;
/** What may wait before new work is turned away, so that memory stays bounded under overload. */
const WAITING_LIMIT: Size = { rows: 20_000, bytes: 64 * 1024 * 1024 };
/** Most pieces write a few rows of a few hundred bytes. */
const USUAL_WEIGHT: Size = { rows: 1, bytes: 1024 };
/** Milliseconds to the next try when the database cannot be reached, and how often a group is tried in all. */
const RETRY_PAUSE = 500;
const TRIES: Readonly<Record<StoreFailure, number>> = {
	conflict: 20,
	duplicate: 2,
	overdue: 1,
	unreachable: 10,
};

interface Waiting {
	weight: Size;
	run(scope: CommitScope): Promise<void>;
	committed(): void;
	failed(error: unknown): void;
	/** Set when the piece's own work threw; the others of its group are not affected. */
	error?: {
		reason: unknown;
		/** Another process was faster in making the same row, for the first time. */
		rerun: boolean;
	};
	/** Another process was faster once. */
	conflictedOnce: boolean;
}

/**
 * Joins writes that arrive at the same time into one transaction, because the sync at its end costs more than
 * all the rest. While one group is being committed, the next one gathers.
 */
export function createGroupCommit(port: GroupCommitDeps): GroupCommit {
	const waiting: Waiting[] = [];
	const admission = createBackpressure(WAITING_LIMIT);
	let working: Promise<void> | null = null;

	async function commitGroups(): Promise<void> {
		do {
			// Everything the event loop has ready in this turn joins the group, and gets its turn between two groups:
			// SQLite answers without waiting, so that nothing else would run before the last one.
			await new Promise((resolve) => setImmediate(resolve));
			await commitGroup(port, takeGroup());
		} while (waiting.length > 0);
		working = null;
	}

	function takeGroup(): Waiting[] {
		const group: Waiting[] = [];
		const taken: Size = { rows: 0, bytes: 0 };
		for (const piece of waiting) {
			const { rows, bytes } = piece.weight;
			const full = taken.rows + rows > GROUP_LIMIT.rows || taken.bytes + bytes > GROUP_LIMIT.bytes;
			if (full && group.length > 0) break;
			add(taken, piece.weight);
			group.push(piece);
		}
		waiting.splice(0, group.length);
		admission.leave(taken);
		return group;
	}

	return {
		commit<T>(piece: TransactionBody<T>, weight = USUAL_WEIGHT): Promise<T> {
			return new Promise<T>((resolve, reject) => {
				let result: T;
				admission.enter(weight);
				waiting.push({
					weight,
					conflictedOnce: false,
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
			admission.close();
			while (working !== null) await working;
		},
	};
}

function add(sum: Size, weight: Size): void {
	sum.rows += weight.rows;
	sum.bytes += weight.bytes;
}

/** Commits a group, again where that can help; every piece of it is told in the end. */
async function commitGroup(port: GroupCommitDeps, group: Waiting[]): Promise<void> {
	let rest = group;
	for (let tries = 1; rest.length > 0; tries += 1) {
		const outcome = await tryGroup(port, rest);
		if (outcome.kind === 'done') {
			rest = outcome.left;
			tries = 0;
			continue;
		}
		const { error, mayRepeat } = outcome;
		const failure = port.failureOf(error);
		if (failure === null || !mayRepeat || tries >= TRIES[failure]) {
			for (const piece of rest) fail(port, piece, piece.error?.reason ?? error);
			return;
		}
		if (failure === 'unreachable') await sleep(port.clock, RETRY_PAUSE);
	}
}

type Outcome =
	/** Committed; `left` was not begun because the transaction had taken long enough, or is to run again. */
	| { kind: 'done'; left: Waiting[] }
	/** Rolled back, or, where it may not be repeated, possibly committed. */
	| { kind: 'failed'; error: unknown; mayRepeat: boolean };

/**
 * Commits a group in the hope that every piece succeeds. Where one does not, all are undone and run again, `apart`: a
 * savepoint before each piece costs two statements, which few groups need.
 */
async function tryGroup(port: GroupCommitDeps, group: Waiting[], apart = false): Promise<Outcome> {
	const { db, clock, publish, observe } = port;
	const started = clock.now();
	const ended = observe?.(group.length);
	const aftermath: Aftermath = { signals: [], followers: [] };
	let done = 0;
	let committing = false;
	for (const piece of group) delete piece.error;
	try {
		await db.transaction().execute(async (transaction) => {
			for (const piece of group) {
				if (done > 0 && clock.now() - started >= GROUP_TIME) break;
				const run = apart ? runInSavepoint : runPiece;
				await run(port, transaction, piece, aftermath);
				done += 1;
			}
			await port.flush();
			committing = true;
		});
	} catch (error) {
		for (const follower of aftermath.followers) follower.onRollback();
		// A piece that is alone is undone with its transaction.
		const mayDivide = !apart && group.length > 1 && !committing;
		if (mayDivide && !isGroupFailure(port.failureOf(error))) return tryGroup(port, group, true);
		ended?.('failed');
		return { kind: 'failed', error, mayRepeat: !committing };
	}
	const rerun = group.filter((piece) => piece.error?.rerun === true);
	const carried = group.slice(0, done).filter((piece) => !rerun.includes(piece));
	for (const piece of carried) {
		if (piece.error === undefined) piece.committed();
		else fail(port, piece, piece.error.reason);
	}
	ended?.('committed');
	for (const follower of aftermath.followers) follower.onCommit();
	for (const signal of aftermath.signals) publish(signal);
	return { kind: 'done', left: [...rerun, ...group.slice(done)] };
}

/** What is to be done when it is certain what became of a transaction. */
interface Aftermath {
	signals: Signal[];
	followers: TransactionHooks[];
}

/** A deadlock or a lost connection is the whole group's; anything else is the piece's own. */
function isGroupFailure(failure: StoreFailure | null): boolean {
	return failure === 'conflict' || failure === 'unreachable';
}

/** Runs one piece so that its failure undoes its own writes and no other's. */
async function runInSavepoint(
	port: GroupCommitDeps,
	db: Transaction<Schema>,
	piece: Waiting,
	aftermath: Aftermath,
): Promise<void> {
	const own: Aftermath = { signals: [], followers: [] };
	await sql`savepoint piece`.execute(db);
	try {
		await runPiece(port, db, piece, own);
		await port.flush();
	} catch (reason) {
		for (const follower of own.followers) follower.onRollback();
		const failure = port.failureOf(reason);
		if (isGroupFailure(failure)) throw reason;
		const conflictedOnce = failure === 'duplicate';
		piece.error = { reason, rerun: conflictedOnce && !piece.conflictedOnce };
		piece.conflictedOnce ||= conflictedOnce;
		// What it wrote and did not wait for is undone too, whatever came of it.
		await port.flush().catch(() => undefined);
		await sql`rollback to savepoint piece`.execute(db);
		await sql`release savepoint piece`.execute(db);
		return;
	}
	aftermath.signals.push(...own.signals);
	aftermath.followers.push(...own.followers);
	await sql`release savepoint piece`.execute(db);
}

async function runPiece(
	{ claimNew: claimOnInsert }: GroupCommitDeps,
	db: Transaction<Schema>,
	piece: Waiting,
	{ signals, followers }: Aftermath,
): Promise<void> {
	await piece.run({
		db,
		emit: (signal) => signals.push(signal),
		addHooks: (follower) => followers.push(follower),
		claimOnInsert,
	});
}

function fail(port: GroupCommitDeps, piece: Waiting, error: unknown): void {
	piece.failed(reported(error, port.failureOf(error)));
}

/** What a caller is told. Whether the work was done is not known where the connection broke at the very end. */
function reported(error: unknown, failure: StoreFailure | null): unknown {
	if (failure === null) return error;
	return storeUnavailable(failure, error, ', with the same Idempotency-Key if it had one');
}
