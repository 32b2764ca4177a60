import { sql } from 'kysely';
import type { InstanceId, MessageId } from '../../domain/ids.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import type { Db, MessageRow } from '../schema.ts';

/*
 * The column send_attempts counts how often a message may have been sent to a network that does not recognise repeated
 * messages. On other networks the number does not matter: MAYBE_SENT stands for any number of attempts.
 */

/** The message may have been sent to a network that recognises repeated messages. */
const MAYBE_SENT = -1;

/** Whether the network may have a message that is not recorded as sent: somebody began to transfer it. */
export function mayHaveBeenSent({ send_attempts: attempts }: Pick<MessageRow, 'send_attempts'>): boolean {
	return attempts !== 0;
}

/** A condition on rows of messages: the negation of mayHaveBeenSent(). */
export const HAS_NOT_BEEN_SENT = sql<boolean>`messages.send_attempts = 0`;

/** Records that these messages, where they are still queued, may have been sent. */
export async function markMaybeSent(db: Db, ids: readonly MessageId[]): Promise<void> {
	if (ids.length === 0) return;
	await db
		.updateTable('messages')
		.set({ send_attempts: MAYBE_SENT })
		.where('id', 'in', padInList(ids))
		.where('status', '=', sql.lit('queued'))
		.where('send_attempts', '=', 0)
		.execute();
}

/** Records that all queued messages of an instance up to an id may have been sent. */
export async function markMaybeSentUntil(db: Db, instanceId: InstanceId, last: MessageId): Promise<void> {
	await db
		.updateTable('messages')
		.set({ send_attempts: MAYBE_SENT })
		.where('instance_id', '=', instanceId)
		.where('status', '=', sql.lit('queued'))
		.where('id', '<=', last)
		.where('send_attempts', '=', 0)
		.execute();
}

/** How often a message may have been sent to a network that does not recognise repeated messages. */
export async function countSendAttempts(db: Db, instanceId: InstanceId, id: MessageId): Promise<number> {
	const row = await db
		.selectFrom('messages')
		.select('send_attempts')
		.where('id', '=', id)
		.where('instance_id', '=', instanceId)
		.executeTakeFirst();
	return Math.max(0, row?.send_attempts ?? 0);
}

/** Stores how often a message may have been sent. */
export async function updateSendAttempts(
	db: Db,
	instanceId: InstanceId,
	{ id, times }: { id: MessageId; times: number },
): Promise<void> {
	await db
		.updateTable('messages')
		.set({ send_attempts: times })
		.where('id', '=', id)
		.where('instance_id', '=', instanceId)
		.execute();
}
