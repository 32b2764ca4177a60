import { sql, type Kysely, type Transaction } from 'kysely';
import { sleep, type Clock } from '../../domain/clock.ts';
import { createBackpressure, type Size } from './backpressure.ts';
import type { StoreFailure } from '../engine/engine.ts';
import type { Schema } from '../schema.ts';
import type { Signal } from '../signal.ts';
import { storeUnavailable } from './store-unavailable.ts';

/** What a transaction body may use. */
export interface CommitScope {
	db: Transaction<Schema>;
	/** Publishes a signal once the commit is durable; drops it when the body fails. */
	emit: (signal: Signal) => void;
}

/**
 * Reads and writes of one caller that belong together. The body runs inside a transaction that it may share with
 * other callers' bodies, so it must wait for nothing but its own queries. It may run more than once: when the
 * transaction fails, its writes are rolled back and it runs again.
 */
export type TransactionBody<T> = (scope: CommitScope) => Promise<T>;

/**
 * Resolves with the body's result after the commit that contains it is durable. Rejects with the body's error, or
 * with service_unavailable where the database is unreachable or overloaded.
 */
export type Commit = <T>(body: TransactionBody<T>, size?: Size) => Promise<T>;

/** Called when the commit of a group starts; the returned function is called with its outcome. */
export type ObserveGroup = (bodies: number) => (outcome: 'committed' | 'failed') => void;

export interface GroupCommit {
	commit: Commit;
	/** Rejects further work, and resolves when all accepted work is committed. */
	close(): Promise<void>;
}

export interface GroupCommitDeps {
	db: Kysely<Schema>;
	/** Resolves when the database has executed every statement of the transaction; rejects with the first error. */
	flush: () => Promise<void>;
	clock: Clock;
	publish: (signal: Signal) => void;
	/** Classifies an error of the database; null: it is none, or a retry does not help. */
	failureOf: (error: unknown) => StoreFailure | null;
	observe?: ObserveGroup;
}

/** Largest group: a larger transaction takes longer without a higher throughput. */
const GROUP_LIMIT: Size = { rows: 512, bytes: 4 * 1024 * 1024 };
/** Milliseconds after which a transaction starts no further body; the rest of its group joins the next one. */
const GROUP_TIME = 50;
/** Most work that may wait; beyond it new work is rejected, so that memory stays bounded under overload. */
const WAITING_LIMIT: Size = { rows: 20_000, bytes: 64 * 1024 * 1024 };
/** Most bodies write a few rows of a few hundred bytes. */
const DEFAULT_SIZE: Size = { rows: 1, bytes: 1024 };
/** Milliseconds to the next try when the database is unreachable. */
const RETRY_PAUSE = 500;
/** Tries of a group, by the failure of the last one. */
const TRIES: Readonly<Record<StoreFailure, number>> = {
	conflict: 20,
	duplicate: 2,
	timeout: 1,
	unreachable: 10,
};

interface QueuedBody {
	size: Size;
	run(scope: CommitScope): Promise<void>;
	resolve(): void;
	reject(error: unknown): void;
	/** Set when the body itself failed; the other bodies of its group are not affected. */
	error?: {
		reason: unknown;
		/** Another process inserted the same row first, for the first time: the body runs again. */
		rerun: boolean;
	};
	/** The body has run again once because another process inserted the same row first. */
	conflictedOnce: boolean;
}

/**
 * Combines writes that arrive at the same time into one transaction, because the sync at its end costs more than
 * all other steps. While one group is being committed, the next one queues up.
 */
export function createGroupCommit(deps: GroupCommitDeps): GroupCommit {
	const queue: QueuedBody[] = [];
	const backpressure = createBackpressure(WAITING_LIMIT);
	let working: Promise<void> | null = null;

	async function commitGroups(): Promise<void> {
		do {
			// Bodies that callers add in this iteration of the event loop join the group. The pause also lets other code
			// run between two groups: SQLite works synchronously, so otherwise none would run before the last group.
			await new Promise((resolve) => setImmediate(resolve));
			await commitGroup(deps, takeGroup());
		} while (queue.length > 0);
		working = null;
	}

	function takeGroup(): QueuedBody[] {
		const group: QueuedBody[] = [];
		const total: Size = { rows: 0, bytes: 0 };
		for (const body of queue) {
			const { rows, bytes } = body.size;
			const full = total.rows + rows > GROUP_LIMIT.rows || total.bytes + bytes > GROUP_LIMIT.bytes;
			if (full && group.length > 0) break;
			total.rows += rows;
			total.bytes += bytes;
			group.push(body);
		}
		queue.splice(0, group.length);
		backpressure.release(total);
		return group;
	}

	return {
		commit<T>(body: TransactionBody<T>, size = DEFAULT_SIZE): Promise<T> {
			return new Promise<T>((resolve, reject) => {
				let result: T;
				backpressure.admit(size);
				queue.push({
					size,
					conflictedOnce: false,
					run: async (scope) => {
						result = await body(scope);
					},
					resolve: () => {
						resolve(result);
					},
					reject,
				});
				working ??= commitGroups();
			});
		},
		async close() {
			backpressure.close();
			while (working !== null) await working;
		},
	};
}

/** Commits a group, and retries where that can help. Resolves or rejects the promise of every body. */
async function commitGroup(deps: GroupCommitDeps, group: QueuedBody[]): Promise<void> {
	let remaining = group;
	for (let tries = 1; remaining.length > 0; tries += 1) {
		const outcome = await tryGroup(deps, remaining);
		if (outcome.kind === 'committed') {
			remaining = outcome.remaining;
			tries = 0;
			continue;
		}
		const { error, canRetry } = outcome;
		const failure = deps.failureOf(error);
		if (failure === null || !canRetry || tries >= TRIES[failure]) {
			for (const body of remaining) fail(deps, body, body.error?.reason ?? error);
			return;
		}
		if (failure === 'unreachable') await sleep(deps.clock, RETRY_PAUSE);
	}
}

type Outcome =
	/** `remaining` did not start because the time of the transaction was up, or has to run again. */
	| { kind: 'committed'; remaining: QueuedBody[] }
	/** Rolled back; `canRetry` is false when the commit itself failed, because the writes may be durable all the same. */
	| { kind: 'failed'; error: unknown; canRetry: boolean };

/**
 * Commits a group without savepoints, on the assumption that every body succeeds. When one fails, the transaction is
 * rolled back and runs again with a savepoint for each body: savepoints cost two statements each, which few groups need.
 */
async function tryGroup(deps: GroupCommitDeps, group: QueuedBody[], savepoints = false): Promise<Outcome> {
	const { db, clock, publish, observe } = deps;
	const started = clock.now();
	const onOutcome = observe?.(group.length);
	const signals: Signal[] = [];
	let executed = 0;
	let committing = false;
	for (const body of group) delete body.error;
	try {
		await db.transaction().execute(async (transaction) => {
			for (const body of group) {
				if (executed > 0 && clock.now() - started >= GROUP_TIME) break;
				if (savepoints) await runInSavepoint(deps, transaction, body, signals);
				else await runBody(transaction, body, signals);
				executed += 1;
			}
			await deps.flush();
			committing = true;
		});
	} catch (error) {
		// A single body needs no savepoint: it is rolled back with its transaction.
		const canSplit = !savepoints && group.length > 1 && !committing;
		if (canSplit && !isGroupFailure(deps.failureOf(error))) return tryGroup(deps, group, true);
		onOutcome?.('failed');
		return { kind: 'failed', error, canRetry: !committing };
	}
	const rerun = group.filter((body) => body.error?.rerun === true);
	const finished = group.slice(0, executed).filter((body) => !rerun.includes(body));
	for (const body of finished) {
		if (body.error === undefined) body.resolve();
		else fail(deps, body, body.error.reason);
	}
	onOutcome?.('committed');
	for (const signal of signals) publish(signal);
	return { kind: 'committed', remaining: [...rerun, ...group.slice(executed)] };
}

/** Whether a failure concerns the whole group, as a deadlock or a lost connection does, and not one body. */
function isGroupFailure(failure: StoreFailure | null): boolean {
	return failure === 'conflict' || failure === 'unreachable';
}

/** Runs one body so that its failure rolls back its own writes only. */
async function runInSavepoint(
	deps: GroupCommitDeps,
	db: Transaction<Schema>,
	body: QueuedBody,
	signals: Signal[],
): Promise<void> {
	const own: Signal[] = [];
	await sql`savepoint piece`.execute(db);
	try {
		await runBody(db, body, own);
		await deps.flush();
	} catch (reason) {
		const failure = deps.failureOf(reason);
		if (isGroupFailure(failure)) throw reason;
		const conflictedOnce = failure === 'duplicate';
		body.error = { reason, rerun: conflictedOnce && !body.conflictedOnce };
		body.conflictedOnce ||= conflictedOnce;
		// Statements the body did not wait for are rolled back too, so their errors do not matter.
		await deps.flush().catch(() => undefined);
		await sql`rollback to savepoint piece`.execute(db);
		await sql`release savepoint piece`.execute(db);
		return;
	}
	signals.push(...own);
	await sql`release savepoint piece`.execute(db);
}

function runBody(db: Transaction<Schema>, body: QueuedBody, signals: Signal[]): Promise<void> {
	return body.run({ db, emit: (signal) => signals.push(signal) });
}

/** Rejects a body's promise. After a failure of the database the client has to retry: its writes may be durable. */
function fail(deps: GroupCommitDeps, body: QueuedBody, error: unknown): void {
	const failure = deps.failureOf(error);
	const advice = ', with the same Idempotency-Key if it had one';
	body.reject(failure === null ? error : storeUnavailable(failure, error, advice));
}
