import type { Db, MessageRow } from '../schema.ts';
import { NO_MEDIA, NO_PROGRESS } from './messages.ts';

export type EchoedMessageRow = Pick<
	MessageRow,
	| 'id'
	| 'instance_id'
	| 'chat_id'
	| 'type'
	| 'content'
	| 'recipient'
	| 'quoted_message_id'
	| 'details'
	| 'media_file'
	| 'mime_type'
	| 'filename'
	| 'caption'
	| 'provider_message_id'
	| 'created_at'
>;

/** Inserts a message that was sent from the phone. Returns false where it is already stored. */
export async function insertEchoedMessage(db: Db, message: EchoedMessageRow): Promise<boolean> {
	const result = await db
		.insertInto('messages')
		.values({
			...NO_MEDIA,
			...NO_PROGRESS,
			...message,
			direction: 'outbound',
			metadata: null,
			status: 'sent',
			origin: 'phone',
			sent_at: message.created_at,
		})
		.onConflict((conflict) =>
			conflict
				.columns(['instance_id', 'provider_message_id', 'provider_chat_id', 'provider_sender_id'])
				.where('provider_message_id', 'is not', null)
				.doNothing(),
		)
		.executeTakeFirst();
	return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
