import type { MessageTemplate } from '../domain/messages/template.ts';
import { sentDetailsOf } from '../store/messages/message-details.ts';
import type { MessageRow } from '../store/schema.ts';
import type { MediaFile, OutgoingMessage } from './network-message.ts';

/** Converts a stored outbound message, and its file if it has one, for a driver. */
export function outgoingMessage(row: MessageRow, media: MediaFile | null): OutgoingMessage {
	return {
		id: row.id,
		chatId: row.chat_id,
		to: row.recipient ?? '',
		type: row.type,
		content: row.content,
		quotedMessageId: row.quoted_message_id,
		media,
		...sentDetailsOf(row),
		template: row.template === null ? null : (JSON.parse(row.template) as MessageTemplate),
	};
}
