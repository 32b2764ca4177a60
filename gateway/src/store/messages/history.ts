import { sql } from 'kysely';
import type { InstanceId, MessageId } from '../../domain/ids.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import type { ChatRow, Db, MessageRow } from '../schema.ts';
import { IS_IN_CHAT, scheduledOf } from './scheduled-messages.ts';

export interface HistoryPage {
	/** Only this chat; null: all chats. */
	chatId: string | null;
	/** Only the scheduled messages, which the history does not contain before they are due. */
	scheduled: boolean;
	before: string | null;
	after: string | null;
	limit: number;
}

/**
 * Messages of an instance, or of one of its chats, newest first: strictly older than `before`, strictly newer
 * than `after`, at most `limit`. Ids sort by time, so the cursor is the key and no page costs more than another.
 */
export function listHistory(db: Db, instanceId: InstanceId, page: HistoryPage): Promise<MessageRow[]> {
	let query = (page.scheduled ? scheduledOf : historyOf)(db, instanceId, page.chatId);
	if (page.before !== null) query = query.where('id', '<', page.before as MessageId);
	if (page.after !== null) query = query.where('id', '>', page.after as MessageId);
	return query.orderBy('id', 'desc').limit(page.limit).execute();
}

/** The messages of an instance, or of one of its chats (null: of all), that are not scheduled. */
function historyOf(db: Db, instanceId: InstanceId, chatId: string | null) {
	const ofInstance = db
		.selectFrom('messages')
		.selectAll()
		.where('instance_id', '=', instanceId)
		.where(IS_IN_CHAT);
	return chatId === null ? ofInstance : ofInstance.where('chat_id', '=', chatId);
}

/** A message with the name of its chat; null where the chat has no name. */
export type MessageInChat = MessageRow & Pick<ChatRow, 'contact_name'>;

/** Finds a message and the name of its chat by the id of the message. */
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

/** A message's instance and chat. */
export type ChatOfMessage = Pick<MessageRow, 'id' | 'instance_id' | 'chat_id'>;

/** Returns which of these messages the account wrote, by their ids. Without ids there is no query. */
export async function findOwnMessages(db: Db, ids: readonly (string | null)[]): Promise<ReadonlySet<string>> {
	const given = new Set(ids.filter((id) => id !== null) as MessageId[]);
	if (given.size === 0) return given;
	const rows = await db
		.selectFrom('messages')
		.select('id')
		.where('id', 'in', padInList([...given]))
		.where('direction', '=', 'outbound')
		.execute();
	return new Set(rows.map(({ id }) => id));
}

/** Returns the chats of these messages, by message id; a scheduled message is in no chat yet. */
export async function findChatsOfMessages(
	db: Db,
	ids: readonly string[],
): Promise<ReadonlyMap<string, ChatOfMessage>> {
	if (ids.length === 0) return new Map();
	const rows = await db
		.selectFrom('messages')
		.select(['id', 'instance_id', 'chat_id'])
		.where('id', 'in', padInList([...new Set(ids)] as MessageId[]))
		.where('status', '<>', sql.lit('scheduled'))
		.execute();
	return new Map(rows.map((row) => [row.id, row]));
}
