import { DAY } from '../../domain/duration.ts';
import type { Clock } from '../../domain/clock.ts';
import type { NewId } from '../../domain/ids.ts';
import type { MessageFailure } from '../../domain/messages/message.ts';
import { recordStatusUpdates } from '../../inbound/messages/record-statuses.ts';
import { UNFENCED } from '../../store/cluster/leases.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { listQueuedBefore } from '../../store/messages/queued-messages.ts';
import { mayHaveBeenSent } from '../../store/messages/send-attempts.ts';
import type { MessageRow } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import { runWhenDue } from '../../lib/loops/run-when-due.ts';
import { findOldestQueued } from '../../store/messages/queue-ends.ts';

/** Milliseconds after which a queued message is not sent any more. */
export const MESSAGE_TTL = DAY;
/**
 * No transfer takes this many milliseconds: an upload ends after 15 minutes. A message that may be in transfer at the
 * end of its 24 hours expires this much later.
 */
export const LONGEST_TRANSFER = 30 * 60_000;
const UNSENT: MessageFailure = {
	code: 'expired',
	message:
		'The message could not be sent within 24 hours: the instance was not connected, or had too much else to send.',
};
const IN_DOUBT: MessageFailure = {
	code: 'expired',
	message:
		'The connection was lost while the message was sent, and the network did not confirm it within 24 hours. It may have arrived: ask the recipient before you send it again.',
};

/** The failure of a message that has waited too long. */
export function expiryOf(message: Pick<MessageRow, 'send_attempts'>): MessageFailure {
	return mayHaveBeenSent(message) ? IN_DOUBT : UNSENT;
}

/** Milliseconds between two runs at most: another gateway may have queued messages. */
const INTERVAL = 60_000;
const BATCH_SIZE = 200;

/**
 * Whether a message has waited too long. A message in transfer must not fail, as the network may receive it at any
 * moment: a transfer that begins shortly before the end of the 24 hours is marked in the row, see transfers.ts.
 */
function isExpired(row: MessageRow, now: number): boolean {
	const age = now - row.created_at;
	return age > MESSAGE_TTL + (mayHaveBeenSent(row) ? LONGEST_TRANSFER : 0);
}

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
		const unsent = now - MESSAGE_TTL;
		const old = { unsent, inDoubt: unsent - LONGEST_TRANSFER, limit: BATCH_SIZE };
		const messages = await listQueuedBefore(store.read, old);
		if (messages.length === 0) {
			const queuedAt = (await findOldestQueued(store.read)) ?? Infinity;
			const dueAt = queuedAt + MESSAGE_TTL + 1;
			// The id may be older than 24 hours: a message that waited for the release of its chat was queued later.
			return dueAt > now ? Math.min(dueAt, now + INTERVAL) : now + INTERVAL;
		}
		// Needs no lease, because no gateway begins to send an expired message.
		await store.commit((scope) => fail(scope, messages, now));
		return now;
	}

	/** Marks messages failed, where no transfer has begun or ended since they were read. */
	function fail(scope: CommitScope, messages: readonly MessageRow[], now: number): Promise<void> {
		const updates = messages.map((message) => ({
			instanceId: message.instance_id,
			messageId: message.id,
			failure: expiryOf(message),
			refused: true as const,
			condition: (row: MessageRow) => isExpired(row, now),
			at: now,
		}));
		return recordStatusUpdates(scope, newId, updates, UNFENCED);
	}

	return runWhenDue(clock, expire, onError).stop;
}
