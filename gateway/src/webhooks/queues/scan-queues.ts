import type { Store } from '../../store/store.ts';
import { listQueues, type WebhookQueue } from '../../store/webhooks/queues/webhook-queues.ts';
import { hasExpiredClaims, releaseExpiredClaims } from '../../store/webhooks/deliveries/release-claims.ts';
import { LONGEST_DELAY } from '../attempts/attempt.ts';
import { CLOCK_DIFFERENCE, makeMisdatedRetriesDue } from './misdated-retries.ts';

/** A claim that ends this many milliseconds ahead was dated by a wrong clock. */
const IMPLAUSIBLE_CLAIM = LONGEST_DELAY + CLOCK_DIFFERENCE;

/**
 * Reads the queues of all webhooks, after it has released expired claims and made misdated retries due. `now`: epoch
 * milliseconds; `gateways`: how many gateways deliver from this database; `longestMove`: milliseconds by which another
 * gateway's clock may be moved ahead.
 */
export async function scanQueues(
	store: Store,
	clocks: { now: number; gateways: number; longestMove: number },
): Promise<WebhookQueue[]> {
	const { now, longestMove } = clocks;
	const range = { now, latest: now + IMPLAUSIBLE_CLAIM + longestMove };
	if (await hasExpiredClaims(store.read, range)) {
		await store.commit(({ db }) => releaseExpiredClaims(db, range));
	}
	const queues = await listQueues(store.read);
	const madeDue = await makeMisdatedRetriesDue(store, queues, clocks);
	return queues.map((queue) => (madeDue.has(queue.webhookId) ? { ...queue, retryAt: now } : queue));
}
