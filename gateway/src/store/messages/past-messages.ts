import { NO_MEDIA, NO_PROGRESS } from './messages.ts';
import { markChanged } from '../search/index-changes.ts';
import type { Db, MessageRow } from '../schema.ts';

export type PastMessageRow = Pick<
	MessageRow,
	| 'id'
	| 'instance_id'
	| 'chat_id'
	| 'direction'
	| 'type'
	| 'content'
	| 'quoted_message_id'
	| 'details'
	| 'sender'
	| 'sender_id'
	| 'recipient'
	| 'provider_message_id'
	| 'provider_chat_id'
	| 'provider_sender_id'
	| 'created_at'
>;

/** Inserts a message from before the instance was linked. Returns false where it is already stored. */
export async function insertPastMessage(db: Db, message: PastMessageRow): Promise<boolean> {
	const at = message.created_at;
	const result = await db
		.insertInto('messages')
		.values({
			...NO_MEDIA,
			...message,
			...NO_PROGRESS,
			metadata: null,
			status: 'read',
			origin: 'past',
			...(message.direction === 'outbound' ? { sent_at: at } : {}),
			delivered_at: at,
			read_at: at,
		})
		.onConflict((conflict) =>
			conflict
				.columns(['instance_id', 'provider_message_id', 'provider_chat_id', 'provider_sender_id'])
				.where('provider_message_id', 'is not', null)
				.doNothing(),
		)
		.executeTakeFirst();
	const isNew = (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
	if (isNew) await markChanged(db, [message.id]);
	return isNew;
}
