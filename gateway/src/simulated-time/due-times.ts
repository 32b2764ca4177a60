import { timestampOfId } from '../domain/ids.ts';
import { MESSAGE_TTL } from '../outbound/queueing/expire-messages.ts';
import { nextOwnershipEnd } from '../store/chats/chat-owners.ts';
import { nextReport } from '../store/messages/missing-content.ts';
import { oldestQueued, queueHeads } from '../store/messages/queue-ends.ts';
import { nextDue } from '../store/messages/scheduled-messages.ts';
import type { Db } from '../store/schema.ts';
import { nextBurstEnd } from '../store/webhooks/queues/bursts.ts';
import type { DueKind } from './due.ts';

/** The kinds whose due time is one column of the database; deliveries need more than one. */
type StoredKind = Exclude<DueKind, 'network' | 'delivery'>;

/**
 * When the next work of each kind is due by the database, in simulated epoch milliseconds; Infinity: none. A time in
 * the past: the work is in progress.
 */
export interface DueTimes extends Record<StoredKind, number> {
	/** Whether a message is queued that a connected instance can send. */
	hasQueued: boolean;
}

/**
 * Reads when work is due, of all gateways on the database. One statement reads all kinds: between two statements, work
 * could move from one kind to another and be missed, and a simulated day needs some ten thousand reads.
 */
export async function readDueTimes(db: Db, now: number): Promise<DueTimes> {
	const row = await db
		.selectNoFrom((eb) => [
			nextDue(db, now).as('scheduled_message'),
			oldestQueued(db).as('oldest'),
			nextOwnershipEnd(db).as('chat_release'),
			nextBurstEnd(db).as('burst'),
			nextReport(db).as('missing_content'),
			// Counted: with a limit PostgreSQL may read the whole table for the first one.
			eb
				.selectFrom(queueHeads(db, now).as('heads'))
				.select((inner) => inner.fn.countAll<number>().as('count'))
				.as('queued'),
		])
		.executeTakeFirstOrThrow();
	return {
		scheduled_message: row.scheduled_message ?? Infinity,
		// A message of this very millisecond is not older than 24 hours yet.
		message_expiry: row.oldest === null ? Infinity : timestampOfId(row.oldest) + MESSAGE_TTL + 1,
		chat_release: row.chat_release ?? Infinity,
		burst: row.burst ?? Infinity,
		missing_content: row.missing_content ?? Infinity,
		hasQueued: (row.queued ?? 0) > 0,
	};
}
