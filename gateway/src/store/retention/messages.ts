import { sql } from 'kysely';
import type { InstanceId, MessageId } from '../../domain/ids.ts';
import { lockRows } from '../engine/engine.ts';
import type { KeysetRange } from './finished-rows.ts';
import { findMessage } from '../messages/messages.ts';
import type { Db } from '../schema.ts';
import { rowsStatement, writeRowsReturning } from '../engine/write-rows.ts';

/** What of an old message still matters: where it was, and its file. */
export interface OldMessage {
	id: MessageId;
	instance_id: InstanceId;
	chat_id: string;
	media_file: string | null;
}

/** Messages that are not waiting to be sent, oldest first; see expired-rows.ts. */
export function findOldMessages(
	db: Db,
	{ after, before, limit }: KeysetRange<MessageId>,
): Promise<OldMessage[]> {
	let old = db
		.selectFrom('messages')
		.select(['id', 'instance_id', 'chat_id', 'media_file'])
		.where('id', '<', before)
		.where('status', '<>', 'queued');
	if (after !== null) old = old.where('id', '>', after);
	return old.orderBy('id').limit(limit).execute();
}

/** Removes messages, and sets their chats right; gives how many. */
export async function deleteMessages(db: Db, messages: readonly OldMessage[]): Promise<number> {
	const ids = messages.map(({ id }) => id);
	const result = await db
		.deleteFrom('messages')
		.where('id', 'in', ids)
		.where('status', '<>', 'queued')
		.executeTakeFirst();
	const chats = new Map(messages.map((one) => [`${one.instance_id} ${one.chat_id}`, one]));
	const concerned = await writeRowsReturning<ChatKey, keyof ChatKey>(db, CHATS_CONCERNED, [
		...chats.values(),
	]);
	for (const { instance_id: instanceId, chat_id: chatId } of concerned) {
		await repairChat(db, instanceId, chatId);
	}
	return Number(result.numDeletedRows);
}

type ChatKey = Pick<OldMessage, 'instance_id' | 'chat_id'>;

/** Those of the chats that miss their last message, or have unread ones: as a rule, none of them. */
const CHATS_CONCERNED = rowsStatement<keyof ChatKey>(
	{ instance_id: 'text', chat_id: 'text' },
	{
		before: 'with touched (instance_id, chat_id) as (',
		after: `) select touched.instance_id, touched.chat_id from touched
			join chats on chats.instance_id = touched.instance_id and chats.id = touched.chat_id
			where unread_count > 0 or not exists (select 1 from messages where messages.id = last_message_id)`,
	},
);

/**
 * A chat is there as long as one of its messages is: it shows the newest of those left, goes with the last one,
 * and has no more unread messages than there are.
 */
async function repairChat(db: Db, instanceId: InstanceId, chatId: string): Promise<void> {
	const query = db
		.selectFrom('chats')
		.select(['unread_count', 'last_message_id'])
		.where('instance_id', '=', instanceId)
		.where('id', '=', chatId);
	// Held, because another process may be about to put a message in it.
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
	await db
		.deleteFrom('chat_search_terms')
		.where('instance_id', '=', instanceId)
		.where('chat_id', '=', chatId)
		.execute();
}
