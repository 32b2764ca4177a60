import { sleep, type Clock } from '../domain/clock.ts';
import type { CommitScope } from '../store/commit/scope.ts';
import type { Store } from '../store/store.ts';
import { advanceQueues, type Promoted } from '../store/webhooks/ordered-queues.ts';
import { lockQueues, tryLockQueues, type QueueKey } from '../store/webhooks/queue-locks.ts';

/** Milliseconds until a queue is tried again that another gateway has locked: longer than most transactions. */
const LOCKED_PAUSE = 20;
/** Tries after which the scan of the delivery worker has to find a queue. */
const LOCKED_TRIES = 50;

/** Lets the next delivery of each queue go, and waits for gateways that have locked one of them. */
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

/** Advances queues that were locked, as soon as they are free. */
export async function advanceLater(
	{ store, clock, isStopping }: { store: Store; clock: Clock; isStopping: () => boolean },
	keys: readonly QueueKey[],
): Promise<void> {
	let left = keys;
	for (let tries = 0; left.length > 0 && tries < LOCKED_TRIES && !isStopping(); tries += 1) {
		await sleep(clock, LOCKED_PAUSE);
		left = await store.commit((scope) => tryAdvance(scope, left));
	}
}

function emitPromoted({ emit }: CommitScope, promoted: readonly Promoted[]): void {
	const initial = promoted.filter(({ attempts }) => attempts === 0);
	if (initial.length > 0) {
		emit({ kind: 'delivery_due', webhookIds: [...new Set(initial.map(({ webhookId }) => webhookId))] });
	}
	// A scan finds when the others are due.
	if (initial.length < promoted.length) emit({ kind: 'delivery_due' });
}
