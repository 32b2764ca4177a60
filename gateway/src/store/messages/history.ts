import type { InstanceId, MessageId } from '../../domain/ids.ts';
import type { ChatTable, Db, MessageRow } from '../schema.ts';
import { IS_IN_CHAT } from './scheduled-messages.ts';

/**
 * Messages of an instance, or of one of its chats, newest first: strictly older than `before`, strictly newer
 * than `after`, at most `limit`. Ids sort by time, so the cursor is the key and no page costs more than another.
 */
export function listHistory(
	db: Db,
	instanceId: InstanceId,
	page: { chatId: string | null; before: string | null; after: string | null; limit: number },
): Promise<MessageRow[]> {
	let query = db.selectFrom('messages').selectAll().where('instance_id', '=', instanceId).where(IS_IN_CHAT);
	if (page.chatId !== null) query = query.where('chat_id', '=', page.chatId);
	if (page.before !== null) query = query.where('id', '<', page.before as MessageId);
	if (page.after !== null) query = query.where('id', '>', page.after as MessageId);
	return query.orderBy('id', 'desc').limit(page.limit).execute();
}

/** A message with the name of its chat; null where the chat has no name. */
export type MessageInChat = MessageRow & Pick<ChatTable, 'contact_name'>;

export function findMessageInChat(db: Db, id: string): Promise<MessageInChat | undefined> {
	return db
		.selectFrom('messages')
		.leftJoin('chats', (join) =>
			join.onRef('chats.instance_id', '=', 'messages.instance_id').onRef('chats.id', '=', 'messages.chat_id'),
		)
		.selectAll('messages')
		.select('chats.contact_name')
		.where('messages.id', '=', id as MessageId)
		.executeTakeFirst();
}
