import { timestamp } from '../domain/clock.ts';
import type { GatewayEvent } from '../domain/event.ts';
import type { InstanceId, NewId } from '../domain/ids.ts';
import { isGroupJid } from '../domain/phone.ts';
import { mediaFileAt } from '../media/folder.ts';
import type { IncomingMessage, MediaFile } from '../network/driver.ts';
import { putMessagesInChats } from '../store/chats.ts';
import { putSenders } from '../store/contacts.ts';
import { recordEvents } from '../store/events.ts';
import type { CommitScope } from '../store/group-commit.ts';
import { countInHours } from '../store/instance-hours.ts';
import { findInstances, touchInstances } from '../store/instances.ts';
import { insertReceivedMessages, type ReceivedMessage } from '../store/messages.ts';
import type { InstanceRow } from '../store/schema.ts';

/** A message that arrived at an instance, and when it was told of. */
export interface Arrival {
	instanceId: InstanceId;
	incoming: IncomingMessage;
	at: number;
}

/**
 * Stores messages that arrived, in their order, with their chats, their senders' contacts and their events; one of
 * an instance that reads at once (settings.autoRead) is read. What the network delivered before, or for an instance
 * that is no longer there, changes nothing.
 */
export async function recordMessages(
	scope: CommitScope,
	newId: NewId,
	arrivals: readonly Arrival[],
): Promise<void> {
	const instances = await findInstances(
		scope.db,
		arrivals.map(({ instanceId }) => instanceId),
	);
	const arrived = arrivals.flatMap((arrival) => {
		const instance = instances.get(arrival.instanceId);
		return instance === undefined ? [] : [{ ...arrival, row: rowOf(newId, instance, arrival) }];
	});
	const stored = await insertReceivedMessages(
		scope.db,
		arrived.map(({ row }) => row),
	);
	const taken = arrived.filter(({ row }) => stored.has(row.id));
	if (taken.length === 0) return;
	await putMessagesInChats(
		scope.db,
		taken.map(({ row, incoming }) => ({
			message: row,
			// A group is not called what somebody in it is called.
			contactName: isGroupJid(incoming.chatId) ? null : incoming.contactName,
			unread: row.status === 'read' ? 0 : 1,
		})),
	);
	await putSenders(
		scope.db,
		taken.map(({ instanceId, incoming }) => ({
			instanceId,
			phone: incoming.from,
			name: incoming.contactName,
		})),
	);
	await countInHours(
		scope.db,
		taken.map(({ instanceId, at }) => ({ instanceId, count: 'received', at })),
	);
	await touchInstances(scope.db, new Map(taken.map(({ instanceId, at }) => [instanceId, at])));
	await recordEvents(
		scope,
		newId,
		taken.map(({ row, incoming, at }) => ({ event: eventOf(row, incoming), at })),
	);
}

function rowOf(newId: NewId, instance: InstanceRow, { incoming, at }: Arrival): ReceivedMessage {
	const read = instance.auto_read === 1;
	return {
		id: newId('msg'),
		instance_id: instance.id,
		chat_id: incoming.chatId,
		type: incoming.type,
		content: incoming.content,
		sender: incoming.from,
		network_id: incoming.networkId,
		quoted_message_id: incoming.quotedMessageId ?? null,
		created_at: incoming.at,
		status: read ? 'read' : 'delivered',
		read_at: read ? at : null,
		...mediaColumns(incoming.media),
	};
}

/** The file lies in the media folder already; see media/take-over.ts. */
function mediaColumns(media: MediaFile | null) {
	return {
		media_file: media === null ? null : mediaFileAt(media.path),
		mime_type: media?.mimeType ?? null,
		filename: media?.filename ?? null,
		caption: media?.caption ?? null,
	};
}

function eventOf(row: ReceivedMessage, incoming: IncomingMessage): GatewayEvent {
	return {
		kind: 'message.received',
		data: {
			messageId: row.id,
			instanceId: row.instance_id,
			chatId: incoming.chatId,
			from: incoming.from,
			type: incoming.type,
			content: incoming.content,
			timestamp: timestamp(incoming.at),
			contactName: incoming.contactName,
			isGroup: isGroupJid(incoming.chatId),
		},
	};
}
