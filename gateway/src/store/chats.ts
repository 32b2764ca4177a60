import { sql } from 'kysely';
import type { InstanceId } from '../domain/ids.ts';
import { isGroupJid, phoneOfChat } from '../domain/phone.ts';
import type { Db, MessageRow } from './schema.ts';
import { putChatTerms } from './chat-terms.ts';
import { folded } from './text-search.ts';

/** What a network tells late, or of old, does not become a chat's latest message. */
const IS_LATER = sql`excluded.last_message_at >= chats.last_message_at`;

/**
 * Makes a message the latest of its chat; the chat is made by its first message. A contact's name replaces the
 * one known so far, and stays when a message comes without one.
 */
export async function putMessageInChat(
	db: Db,
	message: Pick<MessageRow, 'id' | 'instance_id' | 'chat_id' | 'created_at'>,
	news: { contactName: string | null; unread: 0 | 1 },
): Promise<void> {
	const { instance_id: instanceId, chat_id: chatId } = message;
	const known = await db
		.selectFrom('chats')
		.select('contact_name')
		.where('instance_id', '=', instanceId)
		.where('id', '=', chatId)
		.executeTakeFirst();
	const name = news.contactName ?? known?.contact_name ?? null;
	if (known === undefined || known.contact_name !== name) {
		await putChatTerms(db, { instanceId, chatId, name, phone: phoneOfChat(chatId) });
	}
	await db
		.insertInto('chats')
		.values({
			instance_id: message.instance_id,
			id: message.chat_id,
			phone: phoneOfChat(message.chat_id),
			contact_name: news.contactName,
			search_name: news.contactName === null ? null : folded(news.contactName),
			is_group: isGroupJid(message.chat_id) ? 1 : 0,
			unread_count: news.unread,
			has_unread: news.unread,
			last_message_id: message.id,
			last_message_at: message.created_at,
			created_at: message.created_at,
		})
		.onConflict((conflict) =>
			conflict.columns(['instance_id', 'id']).doUpdateSet({
				contact_name: sql`coalesce(excluded.contact_name, chats.contact_name)`,
				search_name: sql`coalesce(excluded.search_name, chats.search_name)`,
				unread_count: sql`chats.unread_count + excluded.unread_count`,
				has_unread: sql`case when chats.has_unread + excluded.has_unread > 0 then 1 else 0 end`,
				last_message_id: sql`case when ${IS_LATER} then excluded.last_message_id else chats.last_message_id end`,
				last_message_at: sql`case when ${IS_LATER} then excluded.last_message_at else chats.last_message_at end`,
			}),
		)
		.execute();
}

/** How many chats an instance has, and how many messages in them are unread. */
export async function chatCounts(db: Db, instanceId: InstanceId): Promise<{ chats: number; unread: number }> {
	const row = await db
		.selectFrom('chats')
		.select((eb) => [
			eb.fn.countAll<number>().as('chats'),
			eb.fn.coalesce(eb.fn.sum<number>('unread_count'), eb.lit(0)).as('unread'),
		])
		.where('instance_id', '=', instanceId)
		.executeTakeFirstOrThrow();
	return row;
}

/** Whether an instance has a chat. */
export async function chatExists(db: Db, instanceId: InstanceId, chatId: string): Promise<boolean> {
	const row = await db
		.selectFrom('chats')
		.select('id')
		.where('instance_id', '=', instanceId)
		.where('id', '=', chatId)
		.executeTakeFirst();
	return row !== undefined;
}

/** Marks what arrived in a chat as read. */
export async function markChatRead(
	db: Db,
	chat: { instanceId: InstanceId; chatId: string },
	at: number,
): Promise<void> {
	await db
		.updateTable('chats')
		.set({ unread_count: 0, has_unread: 0 })
		.where('instance_id', '=', chat.instanceId)
		.where('id', '=', chat.chatId)
		.execute();
	await db
		.updateTable('messages')
		.set({ status: 'read', read_at: at })
		.where('instance_id', '=', chat.instanceId)
		.where('chat_id', '=', chat.chatId)
		.where('direction', '=', sql.lit('inbound'))
		.where('status', '=', sql.lit('delivered'))
		.execute();
}
