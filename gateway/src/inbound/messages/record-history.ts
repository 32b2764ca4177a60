import type { InstanceId, NewId } from '../../domain/ids.ts';
import { isGroupJid, recipientOf } from '../../domain/phone.ts';
import type { PastMessage } from '../../network/network-event.ts';
import { upsertChat } from '../../store/chats/chats.ts';
import { contactKeyText, findContacts, nameOfContact } from '../../store/chats/contacts.ts';
import { readCurrentIds } from '../../store/chats/person-ids.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { findInstance } from '../../store/instances/instances.ts';
import { serialiseDetails } from '../../store/messages/message-details.ts';
import { findMessage } from '../../store/messages/messages.ts';
import { findMessageId } from '../../store/messages/provider-message-ids.ts';
import { insertPastMessage, type PastMessageRow } from '../../store/messages/past-messages.ts';
import type { Db } from '../../store/schema.ts';

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
	const currentIdOf = await readCurrentIds(
		db,
		messages.flatMap(({ chatId, senderId }) => [chatId, senderId ?? ''].map((id) => ({ instanceId, id }))),
	);
	const ranges = new Map<string, HistoryRange>();
	for (const past of messages) {
		if (await isStored(db, instanceId, past)) continue;
		const chatId = currentIdOf({ instanceId, id: past.chatId });
		const { type = 'text', details = {}, quotedNetworkId } = past;
		const message = {
			id: newId('msg', past.at),
			instance_id: instanceId,
			chat_id: chatId,
			direction: past.direction,
			type,
			content: past.content,
			details: serialiseDetails(details),
			quoted_message_id:
				quotedNetworkId === undefined
					? null
					: await findMessageId(db, instanceId, quotedNetworkId, { chatId }),
			sender: past.direction === 'inbound' ? past.phone : null,
			sender_id: past.senderId === null ? null : currentIdOf({ instanceId, id: past.senderId }),
			recipient: past.direction === 'outbound' ? (past.phone ?? recipientOf(chatId)) : null,
			provider_message_id: past.networkId,
			provider_chat_id: past.source?.chat ?? '',
			provider_sender_id: past.source?.sender ?? '',
			created_at: past.at,
		};
		if (!(await insertPastMessage(db, message))) continue;
		const { first = message, contactName = null } = ranges.get(chatId) ?? {};
		ranges.set(chatId, { first, last: message, contactName: nameOfChat(past) ?? contactName });
	}
	const contacts = await findContacts(
		db,
		[...ranges.keys()].map((id) => ({ instanceId, id })),
	);
	for (const [chatId, { first, last, contactName: reportedName }] of ranges) {
		// The name of a contact is newer than that in an old message.
		const contact = contacts.get(contactKeyText({ instanceId, id: chatId }));
		const contactName = (contact === undefined ? null : nameOfContact(contact)) ?? reportedName;
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
