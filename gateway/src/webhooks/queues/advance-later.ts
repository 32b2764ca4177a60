import { sleep, type Clock } from '../../domain/clock.ts';
import type { Store } from '../../store/store.ts';
import { tryAdvance } from '../../store/webhooks/queues/advance-queues.ts';
import type { QueueKey } from '../../store/webhooks/queues/queue-locks.ts';

/** Milliseconds until a queue is tried again that another gateway has locked: longer than most transactions. */
const LOCKED_PAUSE = 20;
/** Tries after which the scan of the delivery worker has to find a queue. */
const LOCKED_TRIES = 50;

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
