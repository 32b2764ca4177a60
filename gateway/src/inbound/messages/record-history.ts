import type { InstanceId, MessageId, NewId } from '../../domain/ids.ts';
import { isGroupJid, recipientOf } from '../../domain/phone.ts';
import type { PastMessage } from '../../network/network-event.ts';
import { upsertChats } from '../../store/chats/chats.ts';
import { contactKeyText, findContacts, nameOfContact } from '../../store/chats/contacts.ts';
import { readCurrentIds, type CurrentIdOf } from '../../store/chats/person-ids.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { findInstance } from '../../store/instances/instances.ts';
import { serialiseDetails } from '../../store/messages/message-details.ts';
import {
	findMessagesOf,
	insertPastMessages,
	listByNetworkIds,
	type PastMessageRow,
} from '../../store/messages/past-messages.ts';
import { messageKeyOf, serialiseMessageKey } from '../../store/messages/provider-message-key.ts';
import type { Db } from '../../store/schema.ts';

/**
 * Stores messages from before the instance was linked. Their ids sort by the time at which they were written. They have
 * no events and are not unread. A message that is stored already does not change. The number of statements does not
 * depend on the number of messages: a phone sends a hundred thousand, and other writes wait for the same connection.
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
	const sent = await findMessagesOf(
		db,
		instanceId,
		messages.flatMap(({ messageId }) => messageId ?? []),
	);
	// A message that this gateway sent is stored, although its network id may not be recorded yet.
	const others = messages.filter(({ messageId }) => messageId === null || !sent.has(messageId));
	const unknown = await rowsOf(others, { db, newId, instanceId, currentIdOf });
	const inserted = await insertPastMessages(
		db,
		unknown.map(({ row }) => row),
	);
	await updateChats(
		db,
		instanceId,
		unknown.filter(({ row }) => inserted.has(row.id)),
	);
}

/** A message with the row that stores it. */
interface NewMessage {
	past: PastMessage;
	row: PastMessageRow;
}

/** Builds the rows of the messages that are not stored yet, each once. */
async function rowsOf(
	messages: readonly PastMessage[],
	{
		db,
		newId,
		instanceId,
		currentIdOf,
	}: { db: Db; newId: NewId; instanceId: InstanceId; currentIdOf: CurrentIdOf },
): Promise<NewMessage[]> {
	const named = messages.flatMap(({ networkId, quotedNetworkId = networkId }) => [
		networkId,
		quotedNetworkId,
	]);
	const stored = await listByNetworkIds(db, instanceId, [...new Set(named)]);
	const known = new Set(stored.map((row) => serialiseMessageKey(messageKeyOf(row))));
	const quotable = new Map<string, MessageId>();
	const addQuotable = ({ id, chat_id: chatId, provider_message_id: networkId }: QuotableRow): void => {
		const key = quoteKey(chatId, networkId ?? '');
		const other = quotable.get(key);
		if (other === undefined || id > other) quotable.set(key, id);
	};
	stored.forEach(addQuotable);
	const rows: NewMessage[] = [];
	for (const past of messages) {
		const chatId = currentIdOf({ instanceId, id: past.chatId });
		const { type = 'text', details = {}, quotedNetworkId } = past;
		const row: PastMessageRow = {
			id: newId('msg', past.at),
			instance_id: instanceId,
			chat_id: chatId,
			direction: past.direction,
			type,
			content: past.content,
			details: serialiseDetails(details),
			quoted_message_id:
				quotedNetworkId === undefined ? null : (quotable.get(quoteKey(chatId, quotedNetworkId)) ?? null),
			sender: past.direction === 'inbound' ? past.phone : null,
			sender_id: past.senderId === null ? null : currentIdOf({ instanceId, id: past.senderId }),
			recipient: past.direction === 'outbound' ? (past.phone ?? recipientOf(chatId)) : null,
			provider_message_id: past.networkId,
			provider_chat_id: past.source?.chat ?? '',
			provider_sender_id: past.source?.sender ?? '',
			created_at: past.at,
		};
		const key = serialiseMessageKey(messageKeyOf(row));
		if (known.has(key)) continue;
		known.add(key);
		addQuotable(row);
		rows.push({ past, row });
	}
	return rows;
}

type QuotableRow = Pick<PastMessageRow, 'id' | 'chat_id' | 'provider_message_id'>;

/** The key by which a reply finds the quoted message of its chat. */
function quoteKey(chatId: string, networkId: string): string {
	return JSON.stringify([chatId, networkId]);
}

/** Creates the chats of new messages, or brings them up to date. */
async function updateChats(db: Db, instanceId: InstanceId, messages: readonly NewMessage[]): Promise<void> {
	const names = new Map<string, string | null>();
	for (const { past, row } of messages) {
		names.set(row.chat_id, nameOfChat(past) ?? names.get(row.chat_id) ?? null);
	}
	const contacts = await findContacts(
		db,
		[...names.keys()].map((id) => ({ instanceId, id })),
	);
	await upsertChats(
		db,
		messages.map(({ row }) => {
			// The name of a contact is newer than that in an old message.
			const contact = contacts.get(contactKeyText({ instanceId, id: row.chat_id }));
			const name = (contact === undefined ? null : nameOfContact(contact)) ?? names.get(row.chat_id) ?? null;
			return { message: row, contactName: name, unread: 0 };
		}),
	);
}

/** The chat's name according to a message. The name of a group is not the name of the sender. */
function nameOfChat({ chatId, contactName, groupName }: PastMessage): string | null {
	return isGroupJid(chatId) ? (groupName ?? null) : contactName;
}
