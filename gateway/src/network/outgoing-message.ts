import type { MessageTemplate } from '../domain/template.ts';
import type { MessageRow } from '../store/schema.ts';
import type { MediaFile, OutgoingMessage } from './driver.ts';

/** A stored outbound message, with its file where it has one, as a network takes it. */
export function outgoingMessage(row: MessageRow, media: MediaFile | null): OutgoingMessage {
	return {
		id: row.id,
		chatId: row.chat_id,
		to: row.recipient ?? '',
		type: row.type,
		content: row.content,
		quotedMessageId: row.quoted_message_id,
		media,
		template: row.template === null ? null : (JSON.parse(row.template) as MessageTemplate),
	};
}
