import { timestamp } from '../../../../domain/clock.ts';
import type { InstanceRow, MessageRow } from '../../../../store/schema.ts';
import type { PhoneMessage } from './schema.ts';
import { mediaOf } from '../../../../http/chats/view.ts';

/** A message as the phone with this number shows it. */
export function phoneMessage(row: MessageRow, number: string, instance: InstanceRow): PhoneMessage {
	const from = row.direction === 'inbound' ? row.sender : instance.phone;
	return {
		messageId: row.id,
		fromMe: from === number,
		from: from ?? '',
		type: row.type,
		content: row.content,
		timestamp: timestamp(row.created_at),
		status: row.status === 'read' ? 'read' : 'delivered',
		quotedMessageId: row.quoted_message_id,
		media: mediaOf(row),
	};
}
