import { sql } from 'kysely';
import type { InstanceId, MessageId } from '../../domain/ids.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import { lockRows } from '../engine/engine.ts';
import { deleteNotes } from '../chats/chat-notes.ts';
import { deleteChatOwner } from '../chats/chat-owners.ts';
import type { KeysetRange } from './keyset-range.ts';
import { findMessage } from '../messages/messages.ts';
import { IS_IN_CHAT, UNSENT } from '../messages/scheduled-messages.ts';
import { markChanged } from '../search/index-changes.ts';
import type { Db } from '../schema.ts';
import { rowsStatement, writeRowsReturning } from '../engine/write-rows.ts';

/** The columns of an old message that its deletion needs. */
export interface OldMessage {
	id: MessageId;
	instance_id: InstanceId;
	chat_id: string;
	media_file: string | null;
}

/** Finds old messages that are neither queued nor scheduled, oldest first; see KeysetRange. */
export function findOldMessages(
	db: Db,
	{ after, before, limit }: KeysetRange<MessageId>,
): Promise<OldMessage[]> {
	let old = db
		.selectFrom('messages')
		.select(['id', 'instance_id', 'chat_id', 'media_file'])
		.where('id', '<', before)
		.where('status', 'not in', UNSENT);
	if (after !== null) old = old.where('id', '>', after);
	return old.orderBy('id').limit(limit).execute();
}

/** Deletes messages, and repairs their chats; returns how many. */
export async function deleteMessages(db: Db, messages: readonly OldMessage[]): Promise<number> {
	const ids = messages.map(({ id }) => id);
	const result = await db
		.deleteFrom('messages')
		.where('id', 'in', padInList(ids))
		.where('status', 'not in', UNSENT)
		.executeTakeFirst();
	await markChanged(db, ids);
	const chats = new Map(messages.map((message) => [`${message.instance_id} ${message.chat_id}`, message]));
	const affected = await writeRowsReturning<ChatKey, keyof ChatKey>(db, SELECT_AFFECTED_CHATS, [
		...chats.values(),
	]);
	for (const { instance_id: instanceId, chat_id: chatId } of affected) {
		await repairChat(db, instanceId, chatId);
	}
	return Number(result.numDeletedRows);
}

type ChatKey = Pick<OldMessage, 'instance_id' | 'chat_id'>;

/** Selects those chats whose last message is deleted, or which have unread messages: usually none of them. */
const SELECT_AFFECTED_CHATS = rowsStatement<keyof ChatKey>(
	{ instance_id: 'text', chat_id: 'text' },
	{
		before: 'with touched (instance_id, chat_id) as (',
		after: `) select touched.instance_id, touched.chat_id from touched
			join chats on chats.instance_id = touched.instance_id and chats.id = touched.chat_id
			where unread_count > 0 or not exists (select 1 from messages where messages.id = last_message_id)`,
	},
);

/**
 * Updates a chat after some of its messages were deleted: its last message becomes the newest one left, and its unread
 * count at most the number of unread messages left. Deletes a chat without messages.
 */
async function repairChat(db: Db, instanceId: InstanceId, chatId: string): Promise<void> {
	const query = db
		.selectFrom('chats')
		.select(['unread_count', 'last_message_id'])
		.where('instance_id', '=', instanceId)
		.where('id', '=', chatId);
	// Locked, because another process may be adding a message to the chat.
	const chat = await lockRows(db, query).executeTakeFirst();
	if (chat === undefined) return;
	if ((await findMessage(db, chat.last_message_id)) === undefined) {
		const newest = await newestIn(db, instanceId, chatId);
		if (newest === undefined) {
			await deleteChat(db, instanceId, chatId);
			return;
		}
		const { id, created_at } = newest;
		await updateChat(db, instanceId, chatId, { last_message_id: id, last_message_at: created_at });
	}
	if (chat.unread_count === 0) return;
	const unread = await unreadIn(db, instanceId, chatId);
	if (unread < chat.unread_count) {
		await updateChat(db, instanceId, chatId, { unread_count: unread, has_unread: unread > 0 ? 1 : 0 });
	}
}

function newestIn(db: Db, instanceId: InstanceId, chatId: string) {
	return db
		.selectFrom('messages')
		.select(['id', 'created_at'])
		.where('instance_id', '=', instanceId)
		.where('chat_id', '=', chatId)
		.where(IS_IN_CHAT)
		.orderBy('id', 'desc')
		.limit(1)
		.executeTakeFirst();
}

async function unreadIn(db: Db, instanceId: InstanceId, chatId: string): Promise<number> {
	const { unread } = await db
		.selectFrom('messages')
		.select((eb) => eb.fn.countAll<number>().as('unread'))
		.where('instance_id', '=', instanceId)
		.where('chat_id', '=', chatId)
		.where('direction', '=', sql.lit('inbound'))
		.where('status', '=', sql.lit('delivered'))
		.executeTakeFirstOrThrow();
	return unread;
}

async function updateChat(
	db: Db,
	instanceId: InstanceId,
	chatId: string,
	changes:
		| { last_message_id: MessageId; last_message_at: number }
		| { unread_count: number; has_unread: 0 | 1 },
): Promise<void> {
	await db
		.updateTable('chats')
		.set(changes)
		.where('instance_id', '=', instanceId)
		.where('id', '=', chatId)
		.execute();
}

async function deleteChat(db: Db, instanceId: InstanceId, chatId: string): Promise<void> {
	await db.deleteFrom('chats').where('instance_id', '=', instanceId).where('id', '=', chatId).execute();
	await deleteChatOwner(db, { instanceId, chatId });
	await deleteNotes(db, { instanceId, chatId });
}
