import { Type, type Static } from 'typebox';
import { idPattern } from '../../domain/ids.ts';
import { MESSAGE_DIRECTIONS, MESSAGE_STATUSES, MESSAGE_TYPES } from '../../domain/messages/message.ts';
import { CHAT_SORTS } from '../../store/chats/chat-list.ts';
import {
	AnyObject,
	ChatId,
	EXTENSION,
	IdOf,
	Limit,
	Nullable,
	NullableString,
	NullableTimestamp,
	Offset,
	OneOf,
	Recipient,
	Timestamp,
} from '../server/schemas/fields.ts';
import { OWNER_FIELDS } from './owner-schema.ts';
import { EditView, MESSAGE_DETAILS, PollCounts, PollView, ReactionView } from '../messages/details-schema.ts';
import { DeliveryFailure, ScheduledAt } from '../messages/schema.ts';

const change = (description: string) =>
	Type.Optional(Type.String({ format: 'date-time', description, ...EXTENSION }));

export const HistoryItem = Type.Object({
	messageId: IdOf('msg', 'The message.'),
	direction: OneOf(MESSAGE_DIRECTIONS),
	type: OneOf(MESSAGE_TYPES),
	content: Type.String({ description: 'Text or media description.' }),
	from: Type.Optional(
		NullableString({
			description: 'Sender phone, on inbound messages; null: the network does not report it (an addition).',
		}),
	),
	to: Type.Optional(
		NullableString({
			description:
				'Recipient phone, on outbound messages; null for a group, and for a person without one (an addition).',
		}),
	),
	timestamp: Timestamp,
	status: OneOf(MESSAGE_STATUSES),
	chatId: Type.String({ description: 'The chat it is in: the recipient of an answer.', ...EXTENSION }),
	senderId: Type.Optional(
		Type.String({
			description: 'Sender, on inbound messages: identifies them also where their phone is unknown.',
			...EXTENSION,
		}),
	),
	...MESSAGE_DETAILS,
	poll: Type.Optional(Type.Object({ ...PollView.properties, counts: PollCounts }, EXTENSION)),
	quotedMessageId: Type.Optional(
		Type.String({ description: 'The message it replies to; absent: it is no reply.', ...EXTENSION }),
	),
	reactions: Type.Optional(
		Type.Array(ReactionView, {
			description: 'The reactions to it, oldest first; absent: there are none.',
			...EXTENSION,
		}),
	),
	sendAt: Type.Optional(ScheduledAt),
	editedAt: change('When its text was last changed; absent: never.'),
	deletedAt: change('When it was deleted for everyone; absent: never.'),
	deletedBy: Type.Optional(
		Type.String({ description: 'The id of the person who deleted it, where known.', ...EXTENSION }),
	),
});
export type HistoryItem = Static<typeof HistoryItem>;

export const MessageMedia = Type.Object(
	{
		mimeType: NullableString({ description: 'Null until the gateway has the file.' }),
		filename: NullableString(),
		caption: NullableString(),
		available: Type.Boolean({
			description: 'Whether GET /v1/messages/{messageId}/media returns the file.',
		}),
	},
	{ description: 'The file of a media message.' },
);

/** A message with all its fields, beyond those of the history. */
export const MessageDetail = Type.Object({
	...HistoryItem.properties,
	instanceId: IdOf('inst', 'The instance that sent or received it.'),
	contactName: NullableString({ description: 'Name of the chat, as the list of chats has it.' }),
	isGroup: Type.Boolean({ description: 'Whether the chat is a group.' }),
	quotedMessageId: NullableString({ description: 'Id of the message replied to.' }),
	metadata: Nullable(AnyObject({ description: 'Custom data it was sent with.' })),
	media: Nullable(MessageMedia),
	edits: Type.Optional(
		Type.Array(EditView, {
			description: 'The texts before each change, oldest first; absent: it was not changed.',
		}),
	),
	sentAt: NullableTimestamp,
	deliveredAt: NullableTimestamp,
	readAt: NullableTimestamp,
	failedAt: NullableTimestamp,
	error: Type.Optional(DeliveryFailure),
});
export type MessageDetail = Static<typeof MessageDetail>;

const InstanceId = Type.String({ minLength: 1, maxLength: 64, description: 'Whose messages.' });
const Cursor = (description: string) =>
	Type.Optional(Type.String({ pattern: idPattern('msg'), description }));

export const HistoryQuery = Type.Object(
	{
		instanceId: InstanceId,
		chatId: Type.Optional(ChatId('Only this chat.')),
		phone: Type.Optional(Recipient),
		limit: Limit,
		before: Cursor('A messageId: only messages strictly older.'),
		after: Cursor('A messageId: only messages strictly newer.'),
		scheduled: Type.Optional(
			Type.Boolean({
				default: false,
				description: 'true: the scheduled messages, which the history does not contain before they are due.',
				...EXTENSION,
			}),
		),
	},
	{ additionalProperties: false },
);

export const Chat = Type.Object({
	chatId: Type.String(),
	phone: NullableString({
		description:
			'Contact phone, international format; null for a group, and for a person whose phone the network does not report (an addition).',
	}),
	contactName: NullableString({ description: 'Name if saved on the phone.' }),
	profilePicUrl: NullableString(),
	lastMessage: Type.Object({
		messageId: IdOf('msg', 'The latest message.'),
		content: Type.String({ description: 'Text, or a placeholder description for media.' }),
		timestamp: Timestamp,
		isFromMe: Type.Boolean({ description: 'Whether the instance sent it.' }),
		type: OneOf(MESSAGE_TYPES),
	}),
	unreadCount: Type.Integer(),
	isGroup: Type.Boolean(),
	createdAt: Timestamp,
	archived: Type.Boolean(EXTENSION),
	pinned: Type.Boolean(EXTENSION),
	unread: Type.Boolean({
		description: 'Whether it has unread messages, or was marked as unread.',
		...EXTENSION,
	}),
	mutedUntil: Type.Unsafe<string | null>({
		...NullableTimestamp,
		description: 'Null: it is not muted.',
		...EXTENSION,
	}),
	...OWNER_FIELDS,
});
export type Chat = Static<typeof Chat>;

/** A single chat, with fields that would need a query for each chat of a list. */
export const ChatDetail = Type.Object({
	...Chat.properties,
	replyUntil: Type.Optional(
		Type.Unsafe<string | null>({
			...NullableTimestamp,
			description:
				'Until when the instance may write to the person without a template: 24 hours after their latest message. Null: only templates can be sent now. Absent: there is no such limit, because the instance is not connected through the official API, or the chat is a group.',
		}),
	),
});
export type ChatDetail = Static<typeof ChatDetail>;

export const ChatsQuery = Type.Object(
	{
		instanceId: InstanceId,
		limit: Limit,
		offset: Offset,
		search: Type.Optional(
			Type.String({
				maxLength: 100,
				description: 'Part of a contact name, a phone or (an addition) a username; empty: all chats.',
			}),
		),
		unreadOnly: Type.Optional(Type.Boolean({ default: false })),
		sortBy: Type.Optional(OneOf(CHAT_SORTS, { default: 'lastMessageAt' })),
		sortOrder: Type.Optional(OneOf(['asc', 'desc'], { default: 'desc' })),
	},
	{ additionalProperties: false },
);

/** The filters of the gateway's own list. */
export const StoredChatsQuery = Type.Object(
	{
		...ChatsQuery.properties,
		archived: Type.Optional(
			Type.Boolean({ description: 'Only archived chats, or only the others; absent: all chats.' }),
		),
	},
	{ additionalProperties: false },
);

export const ChangeChatBody = Type.Object(
	{
		instanceId: InstanceId,
		archived: Type.Optional(Type.Boolean()),
		pinned: Type.Optional(Type.Boolean()),
		unread: Type.Optional(Type.Boolean({ description: 'true marks it as unread, false as read.' })),
		mutedUntil: Type.Optional(
			Type.Unsafe<string | null>({
				type: ['string', 'null'],
				format: 'date-time',
				maxLength: 64,
				description: 'A time in the future, with a time zone; null ends the muting.',
				examples: ['2026-12-24T18:00:00Z'],
			}),
		),
	},
	{ additionalProperties: false },
);

export const OneChat = Type.Object({
	chatId: ChatId('The chat.'),
});
export const OfInstance = Type.Object({ instanceId: InstanceId }, { additionalProperties: false });
