import type { ChatOwner } from '../../domain/chats/chat.ts';
import { timestamp } from '../../domain/clock.ts';
import type { GatewayEvent } from '../../domain/events/event.ts';
import type { MessageId } from '../../domain/ids.ts';
import { isGroupJid } from '../../domain/phone.ts';
import { detailsOf } from '../../store/messages/message-details.ts';
import type { ReceivedMessageRow } from '../../store/messages/received-messages.ts';

/** The columns that the event of a received message contains. */
export type EventColumns = Pick<
	ReceivedMessageRow,
	| 'id'
	| 'instance_id'
	| 'chat_id'
	| 'sender'
	| 'sender_id'
	| 'type'
	| 'content'
	| 'quoted_message_id'
	| 'details'
	| 'created_at'
>;

/** The names in an event. */
export interface EventNames {
	/** The name of the sender. */
	contactName: string | null;
	groupName: string | null;
	/** The sender's username; null: none is known. */
	username: string | null;
}

/**
 * The events of a received message: `message.received`, and `message.unavailable` where it cannot be shown. `owner`: who
 * owns the chat; null: the instance has no settings.takeover. `ownMessages`: those of the quoted messages that the
 * account wrote.
 */
export function receivedEvents(
	row: EventColumns,
	names: EventNames,
	owner: ChatOwner | null,
	ownMessages: ReadonlySet<string>,
): GatewayEvent[] {
	const content = contentFields(row, names, ownMessages);
	const username = names.username === null ? {} : { username: names.username };
	const received: GatewayEvent = {
		kind: 'message.received',
		data: {
			...content,
			...username,
			from: row.sender,
			senderId: row.sender_id ?? '',
			...(owner === null ? {} : { owner }),
		},
	};
	const { unsupported } = detailsOf(row);
	if (unsupported === undefined) return [received];
	const { messageId, instanceId, chatId, timestamp: at, contactName, isGroup } = content;
	return [
		received,
		{
			kind: 'message.unavailable',
			data: {
				messageId,
				instanceId,
				chatId,
				from: row.sender,
				senderId: row.sender_id ?? '',
				contactName,
				isGroup,
				timestamp: at,
				reason: unsupported.reason,
			},
		},
	];
}

/** The fields that the events of a message's content have in common. */
export function contentFields(
	row: EventColumns,
	{ contactName, groupName }: Pick<EventNames, 'contactName' | 'groupName'>,
	ownMessages: ReadonlySet<string>,
) {
	const quotedMessageId = row.quoted_message_id as MessageId | null;
	return {
		messageId: row.id,
		instanceId: row.instance_id,
		chatId: row.chat_id,
		type: row.type,
		content: row.content,
		timestamp: timestamp(row.created_at),
		contactName,
		isGroup: isGroupJid(row.chat_id),
		...(groupName === null ? {} : { groupName }),
		...(quotedMessageId === null
			? {}
			: { quotedMessageId, quotedIsFromMe: ownMessages.has(quotedMessageId) }),
		...detailsOf(row),
	};
}
