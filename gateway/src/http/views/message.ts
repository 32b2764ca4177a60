import { timestampOrNull } from '../../domain/clock.ts';
import type { MessageRow } from '../../store/schema.ts';
import type { MessageStatusRecord } from '../schemas/message.ts';

/** What became of a message (specification, Message status record). */
export function messageStatusView(row: MessageRow): MessageStatusRecord {
	return {
		messageId: row.id,
		status: row.status,
		to: row.recipient ?? '',
		sentAt: timestampOrNull(row.sent_at),
		deliveredAt: timestampOrNull(row.delivered_at),
		readAt: timestampOrNull(row.read_at),
		...(row.error_code === null ? {} : { error: { code: row.error_code, message: row.error_message ?? '' } }),
	};
}
