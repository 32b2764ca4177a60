import { timestamp, timestampOrNull } from '../../domain/clock.ts';
import { visibleStatus } from '../../domain/messages/message.ts';
import { phoneOfRecipient } from '../../domain/phone.ts';
import type { MessageRow } from '../../store/schema.ts';
import type { Accepted } from '../../outbound/queueing/idempotency.ts';
import type { MessageStatusRecord, SendMessageResponse } from './schema.ts';

/** The response to an accepted message. */
export function sendMessageResponse({ messageId, at }: Accepted): SendMessageResponse {
	return { success: true, messageId, status: 'queued', timestamp: timestamp(at) };
}

/** The status of a sent message (specification, Message status record). */
export function messageStatusView(row: MessageRow): MessageStatusRecord {
	return {
		messageId: row.id,
		status: visibleStatus(row.status),
		to: phoneOfRecipient(row.recipient),
		chatId: row.chat_id,
		sentAt: timestampOrNull(row.sent_at),
		deliveredAt: timestampOrNull(row.delivered_at),
		readAt: timestampOrNull(row.read_at),
		...(row.send_at === null ? {} : { sendAt: timestamp(row.send_at) }),
		...failureOf(row),
	};
}

/** The error of a failed message; nothing for any other. */
export function failureOf(row: MessageRow): Pick<MessageStatusRecord, 'error'> {
	if (row.error_code === null) return {};
	return { error: { code: row.error_code, message: row.error_message ?? '' } };
}
