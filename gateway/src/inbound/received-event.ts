import { timestamp } from '../domain/clock.ts';
import type { GatewayEvent } from '../domain/event.ts';
import type { MessageId } from '../domain/ids.ts';
import { isGroupJid } from '../domain/phone.ts';
import { detailsOf } from '../store/messages/message-details.ts';
import type { ReceivedMessageRow } from '../store/messages/received-messages.ts';

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

/** The event `message.received` of a stored message. */
export function receivedEvent(row: EventColumns, contactName: string | null): GatewayEvent {
	const { unsupported, mediaError } = detailsOf(row);
	return {
		kind: 'message.received',
		data: {
			messageId: row.id,
			instanceId: row.instance_id,
			chatId: row.chat_id,
			from: row.sender,
			senderId: row.sender_id ?? '',
			type: row.type,
			content: row.content,
			timestamp: timestamp(row.created_at),
			contactName,
			isGroup: isGroupJid(row.chat_id),
			...(row.quoted_message_id === null ? {} : { quotedMessageId: row.quoted_message_id as MessageId }),
			...(unsupported === undefined ? {} : { unsupported }),
			...(mediaError === undefined ? {} : { mediaError }),
		},
	};
}
