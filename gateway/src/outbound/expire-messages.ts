import type { Cancel, Clock } from '../domain/clock.ts';
import type { NewId } from '../domain/ids.ts';
import { recordStatusUpdates } from '../inbound/record-statuses.ts';
import { UNFENCED } from '../store/cluster/leases.ts';
import { listQueuedBefore } from '../store/messages/messages.ts';
import type { Store } from '../store/store.ts';
import { repeatEvery } from '../lib/repeat-every.ts';

/** A message nobody could send for this long is given up (milliseconds). */
export const MESSAGE_TTL = 24 * 3_600_000;
/** What it fails with then. */
export const EXPIRED = {
	code: 'expired',
	message:
		'The message could not be sent within 24 hours: the instance was not connected, or had too much else to send.',
} as const;
const LOOK_EVERY = 60_000;
const BATCH_SIZE = 200;

/**
 * Marks messages failed with `expired` once they have waited for 24 hours, so that a reply does not go out days
 * later when an instance is connected again. Gives what stops it.
 */
export function startExpiry(
	store: Store,
	clock: Clock,
	newId: NewId,
	onError: (error: unknown) => void,
): Cancel {
	async function expire(): Promise<void> {
		const now = clock.now();
		const old = await listQueuedBefore(store.read, now - MESSAGE_TTL, BATCH_SIZE);
		if (old.length === 0) return;
		const news = old.map(({ id }) => ({ messageId: id, failure: EXPIRED, refused: true as const, at: now }));
		// Whoever drives the instance does not send them any more.
		await store.commit((scope) => recordStatusUpdates(scope, newId, news, UNFENCED));
	}

	return repeatEvery(clock, LOOK_EVERY, expire, onError);
}
