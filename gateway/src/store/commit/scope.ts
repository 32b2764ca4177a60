import type { Transaction } from 'kysely';
import type { Size } from '../../lib/backpressure.ts';
import type { Schema } from '../schema.ts';
import type { Signal } from '../signal.ts';

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
