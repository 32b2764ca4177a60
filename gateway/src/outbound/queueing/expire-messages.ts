import type { Clock } from '../../domain/clock.ts';
import type { NewId } from '../../domain/ids.ts';
import { recordStatusUpdates } from '../../inbound/messages/record-statuses.ts';
import { UNFENCED } from '../../store/cluster/leases.ts';
import { findOldestQueued, listQueuedBefore } from '../../store/messages/queued-messages.ts';
import type { Store } from '../../store/store.ts';
import { runWhenDue } from '../../lib/run-when-due.ts';

/** Milliseconds after which a queued message is not sent any more. */
export const MESSAGE_TTL = 24 * 3_600_000;
export const EXPIRED = {
	code: 'expired',
	message:
		'The message could not be sent within 24 hours: the instance was not connected, or had too much else to send.',
} as const;
/** Milliseconds between two runs at most: another gateway may have queued messages. */
const INTERVAL = 60_000;
const BATCH_SIZE = 200;

/**
 * Marks messages failed with `expired` once they are queued for 24 hours, so that a reply is not sent days later when
 * an instance is connected again. Returns a function that stops this, and resolves when the running commit has ended.
 */
export function startExpiry(
	store: Store,
	clock: Clock,
	newId: NewId,
	onError: (error: unknown) => void,
): () => Promise<void> {
	/** Expires a batch of messages; returns when to search again (epoch milliseconds). */
	async function expire(): Promise<number> {
		const now = clock.now();
		const messages = await listQueuedBefore(store.read, now - MESSAGE_TTL, BATCH_SIZE);
		if (messages.length === 0) {
			const queuedAt = (await findOldestQueued(store.read)) ?? Infinity;
			const dueAt = queuedAt + MESSAGE_TTL + 1;
			// What is older by its id waited for a person first, and expires later.
			return dueAt > now ? Math.min(dueAt, now + INTERVAL) : now + INTERVAL;
		}
		const updates = messages.map(({ id, instance_id: instanceId }) => ({
			instanceId,
			messageId: id,
			failure: EXPIRED,
			refused: true as const,
			at: now,
		}));
		// Without a lease: no gateway sends an expired message.
		await store.commit((scope) => recordStatusUpdates(scope, newId, updates, UNFENCED));
		return now;
	}

	return runWhenDue(clock, expire, onError).stop;
}
