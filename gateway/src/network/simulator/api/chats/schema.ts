import { Type } from 'typebox';
import { MESSAGE_TYPES } from '../../../../domain/messages/message.ts';
import { MESSAGE_DETAILS } from '../../../../http/messages/details-schema.ts';
import {
	ChatId,
	IdOf,
	NullableString,
	NullableTimestamp,
	OneOf,
} from '../../../../http/server/schemas/fields.ts';

export const OneSimulatedChat = Type.Object({
	instanceId: IdOf('inst', 'The instance.'),
	chatId: ChatId('The chat, by its id at the instance.'),
});

const Archived = Type.Boolean();
const Pinned = Type.Boolean();
const Unread = Type.Boolean({ description: 'Whether it is marked as unread.' });
const MutedUntil = Type.Unsafe<string | null>({
	...NullableTimestamp,
	description: 'Until when it is muted; null: it is not.',
});

export const ChatOnPhoneBody = Type.Object(
	{
		archived: Type.Optional(Archived),
		pinned: Type.Optional(Pinned),
		unread: Type.Optional(Unread),
		mutedUntil: Type.Optional(MutedUntil),
	},
	{ additionalProperties: false, minProperties: 1 },
);

export const PeerViewResponse = Type.Object({
	chatId: Type.String(),
	readAt: Type.Unsafe<string | null>({
		...NullableTimestamp,
		description: 'When the instance last marked the chat as read; later messages have no blue ticks.',
	}),
	typingAt: Type.Unsafe<string | null>({
		...NullableTimestamp,
		description: 'When the instance last showed typing.',
	}),
	messages: Type.Array(
		Type.Object({
			messageId: IdOf('msg', 'A message the instance sent.'),
			type: OneOf(MESSAGE_TYPES),
			content: Type.String(),
			filename: NullableString(),
			caption: NullableString(),
			quotedMessageId: NullableString({ description: 'The message it replies to.' }),
			isEdited: Type.Boolean(),
			isDeleted: Type.Boolean({ description: 'Whether the instance deleted it; it has no content then.' }),
			...MESSAGE_DETAILS,
		}),
		{ description: 'The latest 10 that reached the phone, oldest first.' },
	),
	reactions: Type.Array(
		Type.Object({ messageId: IdOf('msg', 'A message of either side.'), emoji: Type.String() }),
		{ description: "The instance's latest 10 reactions, oldest first." },
	),
	onPhone: Type.Object(
		{ archived: Archived, pinned: Pinned, unread: Unread, mutedUntil: MutedUntil },
		{ description: "The settings of the chat on the account's own phone." },
	),
});
