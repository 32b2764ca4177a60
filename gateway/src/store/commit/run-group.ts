import { sql, type Transaction } from 'kysely';
import type { Clock } from '../../domain/clock.ts';
import type { Size } from '../../lib/concurrency/backpressure.ts';
import { reportErrors } from '../../lib/errors/report-errors.ts';
import type { StoreFailure, Transact } from '../engine/engine.ts';
import type { WriteCounter } from '../engine/write-counter.ts';
import type { Schema } from '../schema.ts';
import type { Signal } from '../signal.ts';
import type { ClaimOnInsert } from '../webhooks/deliveries/insert-claim.ts';
import type { CommitScope, TransactionHooks } from './scope.ts';
import { retryableError } from './store-unavailable.ts';

/** Called when the commit of a group starts; the returned function is called with its outcome. */
export type ObserveGroup = (bodies: number) => (outcome: 'committed' | 'failed') => void;

export interface RunGroupDeps {
	transact: Transact;
	/** Whether statements of a transaction may overlap. */
	overlaps: boolean;
	/** Resolves when the database has executed every statement of the transaction; rejects with the first error. */
	flush: () => Promise<void>;
	/** Counts the statements of the transactions. */
	writes: Pick<WriteCounter, 'count'>;
	clock: Clock;
	publish: (signal: Signal) => void;
	claimOnInsert: ClaimOnInsert;
	/** Classifies an error of the database; null: it is none, or a retry does not help. */
	failureOf: (error: unknown) => StoreFailure | null;
	/** Receives the errors of hooks: the outcome of the transaction stands. */
	onListenerError: (error: unknown) => void;
	observe?: ObserveGroup;
}

/** A body that waits for its transaction, and the promise of its caller. */
export interface QueuedBody {
	size: Size;
	/** It may run at the same time as others of its kind. */
	overlaps: boolean;
	run(scope: CommitScope): Promise<void>;
	resolve(): void;
	reject(error: unknown): void;
	/** Set when the body itself failed; the other bodies of its group are not affected. */
	error?: {
		reason: unknown;
		/** Another process inserted the same row, or deleted one, first, for the first time: the body runs again. */
		rerun: boolean;
	};
	/** The body has run again once because another process inserted the same row, or deleted one, first. */
	conflictedOnce: boolean;
}

export type Outcome =
	/** `remaining` did not start because the time of the transaction was up, or has to run again. */
	| { kind: 'committed'; remaining: QueuedBody[] }
	/** Rolled back; `canRetry` is false when the commit got no response, because its writes may be durable nevertheless. */
	| { kind: 'failed'; error: unknown; canRetry: boolean };

/** Milliseconds after which a transaction starts no further body; the rest of its group joins the next one. */
const GROUP_TIME = 50;

/**
 * Runs the bodies of a group in one transaction and commits it, without savepoints: they cost two statements a body,
 * which few groups need. A body that fails before it has written leaves nothing to roll back, so the other bodies
 * continue. When one fails after it has written, the transaction is rolled back and runs again with a savepoint for each
 * body.
 */
export async function runGroup(
	deps: RunGroupDeps,
	given: QueuedBody[],
	savepoints = false,
): Promise<Outcome> {
	const { clock, publish, observe } = deps;
	const started = clock.now();
	const overlapping = deps.overlaps && !savepoints ? given.filter(({ overlaps }) => overlaps) : [];
	const together = overlapping.length > 1 ? overlapping : [];
	const group = [...together, ...given.filter((body) => !together.includes(body))];
	const onOutcome = observe?.(group.length);
	const effects: Effects = { signals: [], hooks: [] };
	let executed = 0;
	const progress = { isCommitting: false };
	for (const body of group) delete body.error;
	try {
		await deps.transact(async (transaction) => {
			await runTogether(deps, transaction, together, effects);
			executed = together.length;
			for (const body of group.slice(executed)) {
				if (executed > 0 && clock.now() - started >= GROUP_TIME) break;
				await runBody(deps, transaction, { body, effects, savepoint: savepoints });
				executed += 1;
			}
			// The commit is sent behind statements whose results nobody waits for: the database rolls back if one fails.
			progress.isCommitting = true;
		});
	} catch (error) {
		callHooks(deps, effects.hooks, 'onRollback');
		const failure = deps.failureOf(error);
		// Every other error of a commit is the database's answer that it rolled back.
		const mayBeDurable = progress.isCommitting && failure === 'unreachable';
		// A single body needs no savepoint: it is rolled back with its transaction.
		const canSplit = !savepoints && group.length > 1 && !mayBeDurable;
		if (canSplit && !isGroupFailure(failure)) return runGroup(deps, group, true);
		onOutcome?.('failed');
		return { kind: 'failed', error, canRetry: !mayBeDurable };
	}
	const rerun = group.filter((body) => body.error?.rerun === true);
	const finished = group.slice(0, executed).filter((body) => !rerun.includes(body));
	for (const body of finished) {
		if (body.error === undefined) body.resolve();
		else rejectBody(deps, body, body.error.reason);
	}
	onOutcome?.('committed');
	callHooks(deps, effects.hooks, 'onCommit');
	for (const signal of effects.signals) publish(signal);
	return { kind: 'committed', remaining: [...rerun, ...group.slice(executed)] };
}

/** The effects to run once the outcome of a transaction is certain. */
interface Effects {
	signals: Signal[];
	hooks: TransactionHooks[];
}

function callHooks(
	{ onListenerError }: Pick<RunGroupDeps, 'onListenerError'>,
	hooks: readonly TransactionHooks[],
	outcome: keyof TransactionHooks,
): void {
	for (const hook of hooks) {
		reportErrors(onListenerError, () => {
			hook[outcome]();
		});
	}
}

/** Whether a failure concerns the whole group, as a deadlock or a lost connection does, and not one body. */
function isGroupFailure(failure: StoreFailure | null): boolean {
	return failure === 'conflict' || failure === 'unreachable';
}

/**
 * Runs bodies whose statements overlap: one waits for the database as long as the slowest of them. Throws where any
 * fails, because what each of them has written is not known; then all run again, one after the other.
 */
async function runTogether(
	deps: RunGroupDeps,
	db: Transaction<Schema>,
	bodies: readonly QueuedBody[],
	effects: Effects,
): Promise<void> {
	const running = bodies.map(async (body) => {
		const own: Effects = { signals: [], hooks: [] };
		try {
			await body.run(scopeOf(deps, db, own));
		} catch (reason) {
			callHooks(deps, own.hooks, 'onRollback');
			throw reason;
		}
		return own;
	});
	const outcomes = await Promise.allSettled(running);
	for (const outcome of outcomes) {
		if (outcome.status === 'rejected') continue;
		effects.signals.push(...outcome.value.signals);
		effects.hooks.push(...outcome.value.hooks);
	}
	for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

function scopeOf(deps: RunGroupDeps, db: Transaction<Schema>, effects: Effects): CommitScope {
	return {
		db,
		emit: (signal) => effects.signals.push(signal),
		addHooks: (hooks) => effects.hooks.push(hooks),
		claimOnInsert: deps.claimOnInsert,
	};
}

/**
 * Runs one body. When the body fails, its writes are rolled back and its error is noted in `body`; throws that error
 * where the whole transaction has to be rolled back.
 */
async function runBody(
	deps: RunGroupDeps,
	db: Transaction<Schema>,
	{ body, effects, savepoint }: { body: QueuedBody; effects: Effects; savepoint: boolean },
): Promise<void> {
	const own: Effects = { signals: [], hooks: [] };
	if (savepoint) await sql`savepoint body`.execute(db);
	const writesBefore = deps.writes.count();
	try {
		await body.run(scopeOf(deps, db, own));
		if (savepoint) await deps.flush();
	} catch (reason) {
		callHooks(deps, own.hooks, 'onRollback');
		const failure = deps.failureOf(reason);
		const leavesNothing = failure === null && deps.writes.count() === writesBefore;
		if (isGroupFailure(failure) || !(savepoint || leavesNothing)) throw reason;
		const conflictedOnce = failure === 'duplicate' || failure === 'orphan';
		body.error = { reason, rerun: conflictedOnce && !body.conflictedOnce };
		body.conflictedOnce ||= conflictedOnce;
		if (savepoint) await rollBackToSavepoint(deps, db);
		return;
	}
	effects.signals.push(...own.signals);
	effects.hooks.push(...own.hooks);
	if (savepoint) await sql`release savepoint body`.execute(db);
}

async function rollBackToSavepoint(deps: RunGroupDeps, db: Transaction<Schema>): Promise<void> {
	// Statements the body did not wait for are rolled back too, so their errors do not matter.
	await deps.flush().catch(() => undefined);
	await sql`rollback to savepoint body`.execute(db);
	await sql`release savepoint body`.execute(db);
}

/**
 * Rejects a body's promise. After a failure of the database the client has to retry: its writes may be durable. A row that
 * is still missing when the body has run again will not come back: that is an error of the body.
 */
export function rejectBody(deps: Pick<RunGroupDeps, 'failureOf'>, body: QueuedBody, error: unknown): void {
	const advice = ', with the same Idempotency-Key if it had one';
	body.reject(retryableError(deps.failureOf(error), error, advice) ?? error);
}
