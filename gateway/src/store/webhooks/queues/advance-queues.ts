import type { CommitScope } from '../../commit/scope.ts';
import { advanceQueues, type Promoted } from './ordered-queues.ts';
import { lockQueues, tryLockQueues, type QueueKey } from './queue-locks.ts';

/** Makes the next delivery of each queue due; waits for gateways that have locked one of the queues. */
export async function advance(scope: CommitScope, keys: readonly QueueKey[]): Promise<void> {
	await lockQueues(scope.db, keys);
	emitPromoted(scope, await advanceQueues(scope.db, keys));
}

/**
 * Lets the next delivery of each queue go. Returns the queues that another gateway has locked: this transaction has
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
