import type { WebhookId } from '../../domain/ids.ts';
import {
	findAttemptedAfter,
	makeLateRetriesDue,
	makeRetriesOfFutureAttemptsDue,
} from '../../store/webhooks/deliveries/misdated-retries.ts';
import type { WebhookQueue } from '../../store/webhooks/queues/webhook-queues.ts';
import type { Store } from '../../store/store.ts';
import { LONGEST_DELAY } from '../attempts/attempt.ts';

/** Milliseconds by which the clocks of gateways may differ. */
export const CLOCK_DIFFERENCE = 3_600_000;
/** Milliseconds by which the clock of the only gateway may have been set back without effect. */
const OWN_DIFFERENCE = 60_000;

/**
 * Makes retries due at once whose time was computed with a clock that was ahead and has been corrected since. Returns
 * their webhooks. `longestMove`: milliseconds by which another gateway's clock may be moved ahead.
 */
export async function makeMisdatedRetriesDue(
	store: Store,
	queues: readonly WebhookQueue[],
	{ now, gateways, longestMove }: { now: number; gateways: number; longestMove: number },
): Promise<ReadonlySet<WebhookId>> {
	// An idle gateway reads nothing more.
	if (queues.every(({ lastRetryAt }) => lastRetryAt === null)) return new Set();
	const latestDue = now + LONGEST_DELAY + CLOCK_DIFFERENCE + longestMove;
	const late = queues
		.filter(({ lastRetryAt }) => (lastRetryAt ?? now) > latestDue)
		.map(({ webhookId }) => webhookId);
	if (late.length > 0) {
		await store.commit(({ db }) => makeLateRetriesDue(db, late, { now, latest: latestDue }));
	}
	const latest = now + (gateways === 1 ? OWN_DIFFERENCE : CLOCK_DIFFERENCE + longestMove);
	const attempted = await findAttemptedAfter(store.read, latest);
	if (attempted.length > 0) {
		await store.commit(({ db }) => makeRetriesOfFutureAttemptsDue(db, attempted, { now, latest }));
	}
	return new Set([...late, ...attempted]);
}
