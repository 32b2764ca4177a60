import type { InstanceId, NewId } from '../domain/ids.ts';
import { isGroupJid } from '../domain/phone.ts';
import type { PastMessage } from '../network/driver.ts';
import { upsertChat } from '../store/chats/chats.ts';
import type { CommitScope } from '../store/commit/scope.ts';
import { findInstance } from '../store/instances/instances.ts';
import { findMessage } from '../store/messages/messages.ts';
import { insertPastMessage, type PastMessageRow } from '../store/messages/past-messages.ts';
import type { Db } from '../store/schema.ts';

/**
 * Stores messages from before the instance was linked. Their ids sort by the time at which they were written. They have
 * no events and are not unread. A message that is stored already does not change.
 */
export async function recordHistory(
	{ db }: CommitScope,
	newId: NewId,
	instanceId: InstanceId,
	messages: readonly PastMessage[],
): Promise<void> {
	if ((await findInstance(db, instanceId)) === undefined) return;
	const ranges = new Map<string, HistoryRange>();
	for (const past of messages) {
		if (await isStored(db, instanceId, past)) continue;
		const message = {
			id: newId('msg', past.at),
			instance_id: instanceId,
			chat_id: past.chatId,
			direction: past.direction,
			content: past.content,
			sender: past.direction === 'inbound' ? past.phone : null,
			sender_id: past.direction === 'inbound' ? past.senderId : null,
			recipient: past.direction === 'outbound' ? (past.phone ?? past.chatId) : null,
			provider_message_id: past.networkId,
			provider_chat_id: past.source?.chat ?? '',
			provider_sender_id: past.source?.sender ?? '',
			created_at: past.at,
		};
		if (!(await insertPastMessage(db, message))) continue;
		const { first = message, contactName = null } = ranges.get(past.chatId) ?? {};
		ranges.set(past.chatId, { first, last: message, contactName: nameOfChat(past) ?? contactName });
	}
	for (const { first, last, contactName } of ranges.values()) {
		await upsertChat(db, first, { contactName, unread: 0 });
		if (last !== first) await upsertChat(db, last, { contactName, unread: 0 });
	}
}

/** The chat's name according to a message. The name of a group is not the name of the sender. */
function nameOfChat({ chatId, contactName, groupName }: PastMessage): string | null {
	return isGroupJid(chatId) ? (groupName ?? null) : contactName;
}

/** Whether the message is one that this gateway sent; its network id may not be recorded yet. */
async function isStored(db: Db, instanceId: InstanceId, { messageId }: PastMessage): Promise<boolean> {
	if (messageId === null) return false;
	return (await findMessage(db, messageId))?.instance_id === instanceId;
}

/** The first and the last of the past messages of a chat: the chat begins with one and ends with the other. */
interface HistoryRange {
	first: PastMessageRow;
	last: PastMessageRow;
	contactName: string | null;
}
