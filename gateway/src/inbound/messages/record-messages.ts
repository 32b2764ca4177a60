import { chatOwner, type ChatOwner } from '../../domain/chats/chat.ts';
import type { InstanceId, NewId } from '../../domain/ids.ts';
import { isGroupJid, phoneOfChat } from '../../domain/phone.ts';
import type { IncomingMessage } from '../../network/network-event.ts';
import { readChatOwners } from '../../store/chats/chat-owners.ts';
import { upsertChats } from '../../store/chats/chats.ts';
import { contactKeyText, nameOfContact } from '../../store/chats/contacts.ts';
import { readCurrentIds } from '../../store/chats/person-ids.ts';
import { recordEvents } from '../../store/events/events.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { addMessageCounts } from '../../store/instances/message-counts.ts';
import { findInstances, touchInstances } from '../../store/instances/instances.ts';
import { findOwnMessages } from '../../store/messages/history.ts';
import { insertReceivedMessages, type ReceivedMessageRow } from '../../store/messages/received-messages.ts';
import type { MessageRow } from '../../store/schema.ts';
import { mergeContacts, type MergedContacts } from '../people/record-contacts.ts';
import { receivedEvents } from './received-event.ts';
import { receivedRow } from './received-row.ts';
import { recordRepeated } from './repeated-messages.ts';

/** A message that an instance received, and when it was reported. */
export interface ReceivedMessage {
	instanceId: InstanceId;
	incoming: IncomingMessage;
	at: number;
}

/**
 * Stores received messages, in their order, with their chats, their senders' contacts and their events. A message that
 * was received before changes only if its content was missing: see repeated-messages.ts. Messages of an instance that
 * was deleted meanwhile are dropped.
 */
export async function recordMessages(
	scope: CommitScope,
	newId: NewId,
	received: readonly ReceivedMessage[],
): Promise<void> {
	const changed = await storeMessages(scope, newId, received);
	if (changed.length === 0) return;
	const merged = await updateChatsAndContacts(scope, changed);
	await addMessageCounts(
		scope.db,
		changed.flatMap(({ instanceId, at, isNew }) => (isNew ? [{ instanceId, count: 'received', at }] : [])),
	);
	await touchInstances(scope.db, new Map(changed.map(({ instanceId, at }) => [instanceId, at])));
	const reported = changed.filter(({ isReported }) => isReported);
	const ownerOf = await ownersOf(scope, reported);
	const ownMessages = await findOwnMessages(
		scope.db,
		reported.map(({ row }) => row.quoted_message_id),
	);
	const at = received.at(-1)?.at ?? 0;
	await recordEvents(scope, newId, [
		...reported.flatMap((message) =>
			receivedEvents(
				message.row,
				{
					contactName: senderNameOf(merged, message),
					username: senderOf(merged, message)?.username ?? null,
					groupName: message.incoming.groupName ?? null,
				},
				ownerOf(message),
				ownMessages,
			).map((event) => ({ event, at: message.at })),
		),
		...merged.updated.map((event) => ({ event, at })),
	]);
}

/** A message whose row was inserted or updated. */
interface ChangedMessage extends ReceivedMessage {
	row: ReceivedMessageRow | MessageRow;
	/** Whether its instance has settings.takeover. */
	hasOwner: boolean;
	isNew: boolean;
	/** Whether an event reports it now. */
	isReported: boolean;
}

/** The message with the ids that its chat and its sender have now, and the phone number that they reveal. */
function withCurrentIds(incoming: IncomingMessage, currentIdOf: (id: string) => string): IncomingMessage {
	const senderId = currentIdOf(incoming.senderId);
	return {
		...incoming,
		chatId: currentIdOf(incoming.chatId),
		senderId,
		from: incoming.from ?? phoneOfChat(senderId),
	};
}

/** Inserts new messages and updates incomplete ones; returns both in the order they were received. */
async function storeMessages(
	scope: CommitScope,
	newId: NewId,
	received: readonly ReceivedMessage[],
): Promise<ChangedMessage[]> {
	const instances = await findInstances(
		scope.db,
		received.map(({ instanceId }) => instanceId),
	);
	const currentIdOf = await readCurrentIds(
		scope.db,
		received.flatMap(({ instanceId, incoming: { chatId, senderId } }) => [
			{ instanceId, id: chatId },
			{ instanceId, id: senderId },
		]),
	);
	const rows = received.flatMap(({ instanceId, incoming: reported, at }) => {
		const instance = instances.get(instanceId);
		if (instance === undefined) return [];
		const incoming = withCurrentIds(reported, (id) => currentIdOf({ instanceId, id }));
		const hasOwner = instance.takeover_release_after !== null;
		return [{ instanceId, incoming, at, hasOwner, row: receivedRow(newId, instance, incoming, at) }];
	});
	const stored = await insertReceivedMessages(
		scope.db,
		rows.map(({ row }) => row),
	);
	const changes = await recordRepeated(
		scope,
		rows
			.filter(({ row }) => !stored.has(row.id))
			.map(({ instanceId, incoming, row: { id } }) => ({
				id,
				messageKey: { ...incoming, instanceId },
				incoming,
			})),
	);
	return rows.flatMap((message): ChangedMessage[] => {
		const change = changes.get(message.row.id);
		if (change !== undefined) return [{ ...message, ...change, isNew: false }];
		if (!stored.has(message.row.id)) return [];
		// A message that waits for its content is reported with it, or without it later: see report-missing-content.ts.
		return [{ ...message, isNew: true, isReported: message.row.report_at === null }];
	});
}

/** Reads who owns the chats of messages; null for those of instances without settings.takeover. */
async function ownersOf(
	{ db }: CommitScope,
	messages: readonly ChangedMessage[],
): Promise<(message: ChangedMessage) => ChatOwner | null> {
	const chatOf = ({ instanceId, row }: ChangedMessage) => ({ instanceId, chatId: row.chat_id });
	const ownerOf = await readChatOwners(db, messages.filter(({ hasOwner }) => hasOwner).map(chatOf));
	return (message) => (message.hasOwner ? chatOwner(ownerOf(chatOf(message)).ownedUntil, message.at) : null);
}

/** Updates the messages' chats and their senders' contacts. Returns the contacts. */
async function updateChatsAndContacts(
	scope: CommitScope,
	changed: readonly ChangedMessage[],
): Promise<MergedContacts> {
	const merged = await mergeContacts(
		scope,
		changed.map(({ instanceId, incoming }) => ({
			instanceId,
			report: {
				id: incoming.senderId,
				phone: incoming.from,
				name: incoming.contactName,
				...(incoming.username === undefined ? {} : { username: incoming.username }),
			},
		})),
	);
	await upsertChats(
		scope.db,
		changed.map((message) => ({
			message: message.row,
			// The name of a group is not the name of the sender.
			contactName: isGroupJid(message.row.chat_id)
				? (message.incoming.groupName ?? null)
				: senderNameOf(merged, message),
			unread: message.isNew && message.row.status !== 'read' ? 1 : 0,
		})),
	);
	return merged;
}

function senderNameOf(merged: MergedContacts, message: ChangedMessage): string | null {
	const contact = senderOf(merged, message);
	return contact === undefined ? null : nameOfContact(contact);
}

function senderOf({ contacts }: MergedContacts, { instanceId, incoming: { senderId } }: ChangedMessage) {
	return contacts.get(contactKeyText({ instanceId, id: senderId }));
}
