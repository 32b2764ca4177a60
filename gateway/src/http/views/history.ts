import { timestamp } from '../../domain/clock.ts';
import type { ListedChat } from '../../store/chat-list.ts';
import type { MessageRow } from '../../store/schema.ts';
import type { Chat, HistoryItem } from '../schemas/history.ts';

/** A message as the history shows it (specification, Message). */
export function historyItem(row: MessageRow): HistoryItem {
	return {
		messageId: row.id,
		direction: row.direction,
		type: row.type,
		content: row.content,
		...(row.direction === 'inbound' ? { from: row.sender ?? '' } : { to: row.recipient ?? '' }),
		timestamp: timestamp(row.created_at),
		status: row.status,
	};
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
