import type { InstanceId, NewId } from '../domain/ids.ts';
import { isGroupJid } from '../domain/phone.ts';
import type { IncomingMessage } from '../network/driver.ts';
import { upsertChats } from '../store/chats/chats.ts';
import { upsertSenders } from '../store/chats/contacts.ts';
import { recordEvents } from '../store/events/events.ts';
import type { CommitScope } from '../store/commit/scope.ts';
import { addHourlyCounts } from '../store/instances/hourly-stats.ts';
import { findInstances, touchInstances } from '../store/instances/instances.ts';
import { insertReceivedMessages, type ReceivedMessageRow } from '../store/messages/received-messages.ts';
import type { MessageRow } from '../store/schema.ts';
import { receivedEvent } from './received-event.ts';
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
	await updateChatsAndContacts(scope, changed);
	await addHourlyCounts(
		scope.db,
		changed.flatMap(({ instanceId, at, isNew }) => (isNew ? [{ instanceId, count: 'received', at }] : [])),
	);
	await touchInstances(scope.db, new Map(changed.map(({ instanceId, at }) => [instanceId, at])));
	const reported = changed.filter(({ isReported }) => isReported);
	await recordEvents(
		scope,
		newId,
		reported.map(({ row, incoming, at }) => ({ event: receivedEvent(row, incoming.contactName), at })),
	);
}

/** A message whose row was inserted or updated. */
interface ChangedMessage extends ReceivedMessage {
	row: ReceivedMessageRow | MessageRow;
	isNew: boolean;
	/** Whether an event reports it now. */
	isReported: boolean;
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
	const rows = received.flatMap((message) => {
		const instance = instances.get(message.instanceId);
		if (instance === undefined) return [];
		return [{ ...message, row: receivedRow(newId, instance, message.incoming, message.at) }];
	});
	const stored = await insertReceivedMessages(
		scope.db,
		rows.map(({ row }) => row),
	);
	const changes = await recordRepeated(
		scope,
		rows
			.filter(({ row }) => !stored.has(row.id))
			.map(({ instanceId, incoming, row: { id } }) => ({ id, name: { ...incoming, instanceId }, incoming })),
	);
	return rows.flatMap((message): ChangedMessage[] => {
		const change = changes.get(message.row.id);
		if (change !== undefined) return [{ ...message, ...change, isNew: false }];
		if (!stored.has(message.row.id)) return [];
		// A message that waits for its content is reported with it, or without it later: see report-missing-content.ts.
		return [{ ...message, isNew: true, isReported: message.row.report_at === null }];
	});
}

/** Updates the messages' chats and their senders' contacts; a sender without a phone number has no contact. */
async function updateChatsAndContacts(
	{ db }: CommitScope,
	changed: readonly ChangedMessage[],
): Promise<void> {
	await upsertChats(
		db,
		changed.map(({ row, incoming, isNew }) => ({
			message: row,
			// The name of a group is not the name of the sender.
			contactName: isGroupJid(row.chat_id) ? null : incoming.contactName,
			unread: isNew && row.status !== 'read' ? 1 : 0,
		})),
	);
	await upsertSenders(
		db,
		changed.flatMap(({ instanceId, incoming: { from: phone, contactName: name } }) =>
			phone === null ? [] : { instanceId, phone, name },
		),
	);
}
