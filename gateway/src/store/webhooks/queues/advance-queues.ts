import type { CommitScope } from '../../commit/scope.ts';
import { advanceQueues, type Promoted } from './ordered-queues.ts';
import { lockQueues, tryLockQueues, type QueueKey } from './queue-locks.ts';
import { sql } from 'kysely';
import type { Db } from '../../schema.ts';

/** Makes the next delivery of each queue due; waits for gateways that have locked one of the queues. */
export async function advance(scope: CommitScope, keys: readonly QueueKey[]): Promise<void> {
	await lockQueues(scope.db, keys);
	emitPromoted(scope, await advanceQueues(scope.db, keys));
}

/**
 * Makes the next delivery of each queue due. Returns the queues that another gateway has locked: this transaction has
 * locked others, so it does not wait for them.
 */
export async function tryAdvance(scope: CommitScope, keys: readonly QueueKey[]): Promise<QueueKey[]> {
	if (keys.length === 0) return [];
	const locked = await tryLockQueues(scope.db, keys);
	emitPromoted(scope, await advanceQueues(scope.db, locked));
	return keys.filter((key) => !locked.includes(key));
}

function emitPromoted({ emit }: CommitScope, promoted: readonly Promoted[]): void {
	const initial = promoted.filter(({ attempts }) => attempts === 0);
	if (initial.length > 0) {
		emit({ kind: 'delivery_due', webhookIds: [...new Set(initial.map(({ webhookId }) => webhookId))] });
	}
	// The worker's scan finds when the other promoted deliveries are due.
	if (initial.length < promoted.length) emit({ kind: 'delivery_due' });
}

/** Makes the deliveries due at once that are the next of these queues, unless an attempt is under way. */
export async function makeQueuesDue(db: Db, keys: readonly QueueKey[], now: number): Promise<void> {
	for (const { webhookId, orderingKey } of keys) {
		await db
			.updateTable('deliveries')
			.set({ due_at: now })
			.where('webhook_id', '=', webhookId)
			.where('ordering_key', '=', orderingKey)
			.where('ordering_key', 'is not', null)
			.where('status', '=', sql.lit('pending'))
			.where('claim_token', 'is', null)
			.execute();
	}
}
