import { timestamp, timestampOrNull } from '../../domain/clock.ts';
import { isMediaType, visibleStatus } from '../../domain/messages/message.ts';
import { pollCounts } from '../../domain/messages/poll-counts.ts';
import { isGroupJid, phoneOfRecipient } from '../../domain/phone.ts';
import type { ListedChat } from '../../store/chats/chat-list.ts';
import type { MessageInChat } from '../../store/messages/history.ts';
import { detailsOf } from '../../store/messages/message-details.ts';
import type { MessageResponses } from '../../store/messages/message-responses.ts';
import type { MessageEditRow, MessageReactionRow, MessageRow } from '../../store/schema.ts';
import type { Chat, HistoryItem, MessageDetail } from './schema.ts';
import { failureOf } from '../messages/view.ts';

/** A message as the history shows it (specification, Message), with its reactions and votes. */
export function historyItem(row: MessageRow, { reactions, votes }: MessageResponses): HistoryItem {
	const { poll, ...details } = detailsOf(row);
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
		...details,
		...(poll === undefined ? {} : { poll: { ...poll, counts: pollCounts(poll.options, votes) } }),
		...(row.quoted_message_id === null ? {} : { quotedMessageId: row.quoted_message_id }),
		...(reactions.length === 0 ? {} : { reactions: reactions.map(reactionView) }),
		...timesOf(row),
		...(row.deleted_by === null ? {} : { deletedBy: row.deleted_by }),
	};
}

/** The times at which a message is due, was edited and was deleted; absent where they do not apply. */
function timesOf({ send_at: sendAt, edited_at: editedAt, deleted_at: deletedAt }: MessageRow) {
	return {
		...(sendAt === null ? {} : { sendAt: timestamp(sendAt) }),
		...(editedAt === null ? {} : { editedAt: timestamp(editedAt) }),
		...(deletedAt === null ? {} : { deletedAt: timestamp(deletedAt) }),
	};
}

function reactionView(row: MessageReactionRow & { emoji: string }) {
	const { emoji, sender_id: senderId, from_me: fromMe, reacted_at: at } = row;
	return { emoji, senderId, isFromMe: fromMe === 1, timestamp: timestamp(at) };
}

/** A message with all its fields (an addition). */
export function messageDetail(
	row: MessageInChat,
	responses: MessageResponses,
	edits: readonly MessageEditRow[],
): MessageDetail {
	return {
		...historyItem(row, responses),
		instanceId: row.instance_id,
		contactName: row.contact_name,
		isGroup: isGroupJid(row.chat_id),
		quotedMessageId: row.quoted_message_id,
		metadata: row.metadata === null ? null : (JSON.parse(row.metadata) as Record<string, unknown>),
		media: mediaOf(row),
		...(edits.length === 0 ? {} : { edits: edits.map(editView) }),
		sentAt: timestampOrNull(row.sent_at),
		deliveredAt: timestampOrNull(row.delivered_at),
		readAt: timestampOrNull(row.read_at),
		failedAt: timestampOrNull(row.failed_at),
		...failureOf(row),
	};
}

function editView({ content, edited_at: at }: MessageEditRow) {
	return { content, timestamp: timestamp(at) };
}

/** The file of a message, as the API shows it; null: the message has none. */
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
		archived: row.archived === 1,
		pinned: row.pinned === 1,
		unread: row.marked_unread === 1 || row.unread_count > 0,
		mutedUntil: timestampOrNull(row.muted_until),
	};
}
