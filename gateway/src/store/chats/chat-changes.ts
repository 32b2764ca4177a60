import type { ChatChanges } from '../../domain/chats/chat.ts';
import type { InstanceId } from '../../domain/ids.ts';
import type { ChatRow, Db } from '../schema.ts';
import { markChatRead } from './chats.ts';

/**
 * Stores changes of a chat, if it exists. A chat that is no longer marked as unread has no unread messages either. `now`
 * is in epoch milliseconds.
 */
export async function updateChat(
	db: Db,
	chat: { instanceId: InstanceId; chatId: string },
	changes: ChatChanges,
	now: number,
): Promise<void> {
	if (changes.unread === false) await markChatRead(db, chat, now);
	const columns = columnsOf(changes);
	if (Object.keys(columns).length === 0) return;
	await db
		.updateTable('chats')
		.set(columns)
		.where('instance_id', '=', chat.instanceId)
		.where('id', '=', chat.chatId)
		.execute();
}

function columnsOf({ archived, pinned, unread, mutedUntil }: ChatChanges): Partial<ChatRow> {
	return {
		...(archived === undefined ? {} : { archived: archived ? 1 : 0 }),
		...(pinned === undefined ? {} : { pinned: pinned ? 1 : 0 }),
		...(unread === true ? { marked_unread: 1 } : {}),
		...(mutedUntil === undefined ? {} : { muted_until: mutedUntil }),
	};
}
