import type { MessageTemplate } from '../domain/template.ts';
import { isMediaType, type SentType } from '../domain/message.ts';
import { sentDetailsOf } from '../store/messages/message-details.ts';
import type { MessageRow } from '../store/schema.ts';
import type { MessageToSend } from './message-to-send.ts';

/** What a client asked to send, from the row of the message. */
export function messageToSend(row: MessageRow): MessageToSend {
	const { media_url: mediaUrl, filename, caption } = row;
	return {
		instanceId: row.instance_id,
		to: row.recipient ?? row.chat_id,
		type: row.type as SentType,
		content: row.content,
		quotedMessageId: row.quoted_message_id,
		metadata: row.metadata === null ? null : (JSON.parse(row.metadata) as Record<string, unknown>),
		media: isMediaType(row.type) ? { mediaUrl, filename, caption } : null,
		details: sentDetailsOf(row),
		template: row.template === null ? null : (JSON.parse(row.template) as MessageTemplate),
		sendAt: row.send_at,
	};
}
