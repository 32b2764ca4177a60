import type { InstanceId, NewId } from '../domain/ids.ts';
import { isGroupJid } from '../domain/phone.ts';
import type { IncomingMessage } from '../network/driver.ts';
import { upsertChats } from '../store/chats/chats.ts';
import { upsertSenders } from '../store/chats/contacts.ts';
import { recordEvents } from '../store/events/events.ts';
import type { CommitScope } from '../store/commit/group-commit.ts';
import { addHourlyCounts } from '../store/instances/hourly-stats.ts';
import { findInstances, touchInstances } from '../store/instances/instances.ts';
import { insertReceivedMessages, type ReceivedMessageRow } from '../store/messages/received-messages.ts';
import type { MessageRow } from '../store/schema.ts';
import { receivedEvent } from './received-event.ts';
import { receivedRow } from './received-row.ts';
import { recordRepeated } from './repeated-messages.ts';

/** A message that arrived at an instance, and when it was told of. */
export interface ReceivedMessage {
	instanceId: InstanceId;
	incoming: IncomingMessage;
	at: number;
}

/**
 * Stores messages that arrived, in their order, with their chats, their senders' contacts and their events. What the
 * network delivered before changes nothing, but for a message whose content was missing: see repeated-messages.ts.
 * What arrived at an instance that is no longer there changes nothing either.
 */
export async function recordMessages(
	scope: CommitScope,
	newId: NewId,
	arrivals: readonly ReceivedMessage[],
): Promise<void> {
	const noted = await storeMessages(scope, newId, arrivals);
	if (noted.length === 0) return;
	await putInChats(scope, noted);
	await addHourlyCounts(
		scope.db,
		noted.flatMap(({ instanceId, at, isNew }) => (isNew ? [{ instanceId, count: 'received', at }] : [])),
	);
	await touchInstances(scope.db, new Map(noted.map(({ instanceId, at }) => [instanceId, at])));
	const told = noted.filter(({ isTold }) => isTold);
	await recordEvents(
		scope,
		newId,
		told.map(({ row, incoming, at }) => ({ event: receivedEvent(row, incoming.contactName), at })),
	);
}

/** A message that was stored, or changed. */
interface Noted extends ReceivedMessage {
	row: ReceivedMessageRow | MessageRow;
	isNew: boolean;
	/** Whether an event tells of it now. */
	isTold: boolean;
}

/** Stores what is new, changes what was incomplete, and gives both in the order of arrival. */
async function storeMessages(
	scope: CommitScope,
	newId: NewId,
	arrivals: readonly ReceivedMessage[],
): Promise<Noted[]> {
	const instances = await findInstances(
		scope.db,
		arrivals.map(({ instanceId }) => instanceId),
	);
	const arrived = arrivals.flatMap((arrival) => {
		const instance = instances.get(arrival.instanceId);
		if (instance === undefined) return [];
		return [{ ...arrival, row: receivedRow(newId, instance, arrival.incoming, arrival.at) }];
	});
	const stored = await insertReceivedMessages(
		scope.db,
		arrived.map(({ row }) => row),
	);
	const changes = await recordRepeated(
		scope,
		arrived
			.filter(({ row }) => !stored.has(row.id))
			.map(({ instanceId, incoming, row: { id } }) => ({ id, name: { ...incoming, instanceId }, incoming })),
	);
	return arrived.flatMap((arrival): Noted[] => {
		const change = changes.get(arrival.row.id);
		if (change !== undefined) return [{ ...arrival, ...change, isNew: false }];
		if (!stored.has(arrival.row.id)) return [];
		// One whose content is waited for is told of when it comes, or does not come: see tell-of-missing.ts.
		return [{ ...arrival, isNew: true, isTold: arrival.row.report_at === null }];
	});
}

/** Chats and contacts take notice of messages; a contact is known by its phone, so that who has none is none yet. */
async function putInChats({ db }: CommitScope, noted: readonly Noted[]): Promise<void> {
	await upsertChats(
		db,
		noted.map(({ row, incoming, isNew }) => ({
			message: row,
			// A group is not called what somebody in it is called.
			contactName: isGroupJid(row.chat_id) ? null : incoming.contactName,
			unread: isNew && row.status !== 'read' ? 1 : 0,
		})),
	);
	await upsertSenders(
		db,
		noted.flatMap(({ instanceId, incoming: { from: phone, contactName: name } }) =>
			phone === null ? [] : { instanceId, phone, name },
		),
	);
}
