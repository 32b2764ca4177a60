import { timestamp, timestampOrNull } from '../../domain/clock.ts';
import { isMediaType, visibleStatus } from '../../domain/message.ts';
import { isGroupJid, phoneOfRecipient } from '../../domain/phone.ts';
import type { ListedChat } from '../../store/chats/chat-list.ts';
import type { MessageInChat } from '../../store/messages/history.ts';
import { detailsOf } from '../../store/messages/message-details.ts';
import type { MessageRow } from '../../store/schema.ts';
import type { Chat, HistoryItem, MessageDetail } from './schema.ts';
import { failureOf } from '../messages/view.ts';

/** A message as the history shows it (specification, Message). */
export function historyItem(row: MessageRow): HistoryItem {
	return {
		messageId: row.id,
		direction: row.direction,
		type: row.type,
		content: row.content,
		...(row.direction === 'inbound'
			? { from: row.sender, senderId: row.sender_id ?? row.chat_id }
			: { to: phoneOfRecipient(row.recipient) }),
		timestamp: timestamp(row.created_at),
		status: visibleStatus(row.status),
		chatId: row.chat_id,
		...detailsOf(row),
	};
}

/** A message with all its fields (an addition). */
export function messageDetail(row: MessageInChat): MessageDetail {
	return {
		...historyItem(row),
		instanceId: row.instance_id,
		contactName: row.contact_name,
		isGroup: isGroupJid(row.chat_id),
		quotedMessageId: row.quoted_message_id,
		metadata: row.metadata === null ? null : (JSON.parse(row.metadata) as Record<string, unknown>),
		media: mediaOf(row),
		sentAt: timestampOrNull(row.sent_at),
		deliveredAt: timestampOrNull(row.delivered_at),
		readAt: timestampOrNull(row.read_at),
		failedAt: timestampOrNull(row.failed_at),
		...failureOf(row),
	};
}

export function mediaOf(row: MessageRow): MessageDetail['media'] {
	if (!isMediaType(row.type)) return null;
	const { mime_type: mimeType, filename, caption, media_file: file } = row;
	return { mimeType, filename, caption, available: file !== null };
}

/** A chat with its latest message (specification, Chat). */
export function chatView(row: ListedChat): Chat {
	return {
		chatId: row.id,
		phone: row.phone,
		contactName: row.contact_name,
		profilePicUrl: row.profile_pic_url,
		lastMessage: {
			messageId: row.last_id,
			content: row.last_content,
			timestamp: timestamp(row.last_at),
			isFromMe: row.last_direction === 'outbound',
			type: row.last_type,
		},
		unreadCount: row.unread_count,
		isGroup: row.is_group === 1,
		createdAt: timestamp(row.created_at),
	};
}
