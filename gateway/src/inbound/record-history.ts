import type { InstanceId, NewId } from '../domain/ids.ts';
import { isGroupJid } from '../domain/phone.ts';
import type { PastMessage } from '../network/driver.ts';
import { upsertChat } from '../store/chats/chats.ts';
import type { CommitScope } from '../store/commit/group-commit.ts';
import { findInstance } from '../store/instances/instances.ts';
import { findMessage } from '../store/messages/messages.ts';
import { insertPastMessage, type PastMessageRow } from '../store/messages/past-messages.ts';
import type { Db } from '../store/schema.ts';

/**
 * Stores what was written before the instance was linked, at its place in the history: its ids sort by when it was
 * written. No event tells of it, and nothing of it is unread. What was stored before is left as it is.
 */
export async function recordHistory(
	{ db }: CommitScope,
	newId: NewId,
	instanceId: InstanceId,
	messages: readonly PastMessage[],
): Promise<void> {
	if ((await findInstance(db, instanceId)) === undefined) return;
	const stretches = new Map<string, HistoryRange>();
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
		const { first = message, contactName = null } = stretches.get(past.chatId) ?? {};
		stretches.set(past.chatId, { first, last: message, contactName: nameOfChat(past) ?? contactName });
	}
	for (const { first, last, contactName } of stretches.values()) {
		await upsertChat(db, first, { contactName, unread: 0 });
		if (last !== first) await upsertChat(db, last, { contactName, unread: 0 });
	}
}

/** What a message tells of its chat's name; a group is not called what somebody in it is called. */
function nameOfChat({ chatId, contactName, groupName }: PastMessage): string | null {
	return isGroupJid(chatId) ? (groupName ?? null) : contactName;
}

/** One of ours may not be recorded as sent yet: what is stored of it will be, under the same identifier. */
async function isStored(db: Db, instanceId: InstanceId, { messageId }: PastMessage): Promise<boolean> {
	if (messageId === null) return false;
	return (await findMessage(db, messageId))?.instance_id === instanceId;
}

/** What a chat takes from a whole stretch of its past: when it began, and how it ended. */
interface HistoryRange {
	first: PastMessageRow;
	last: PastMessageRow;
	contactName: string | null;
}
