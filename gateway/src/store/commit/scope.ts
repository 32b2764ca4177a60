import type { Transaction } from 'kysely';
import type { Size } from '../../lib/concurrency/backpressure.ts';
import type { Schema } from '../schema.ts';
import type { Signal } from '../signal.ts';
import type { ClaimOnInsert } from '../webhooks/deliveries/insert-claim.ts';

/** The parameter of a transaction's body. */
export interface CommitScope {
	db: Transaction<Schema>;
	/** Publishes a signal once the commit is durable; drops it when the body fails. */
	emit: (signal: Signal) => void;
	/** Adds hooks, one of which is called when the outcome of this body's writes is certain. */
	addHooks: (hooks: TransactionHooks) => void;
	/** Claims deliveries for this process's delivery worker while they are inserted. */
	claimOnInsert: ClaimOnInsert;
}

export interface TransactionHooks {
	/** The writes are durable. */
	onCommit(): void;
	/** The writes are rolled back, because the body or its transaction failed. */
	onRollback(): void;
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
export type Commit = <T>(body: TransactionBody<T>, options?: CommitOptions) => Promise<T>;

export interface CommitOptions extends Size {
	/**
	 * The body may run at the same time as other bodies with this flag, where the engine allows it: it reads nothing that
	 * such a body writes. Absent: false.
	 */
	overlaps?: boolean;
}
