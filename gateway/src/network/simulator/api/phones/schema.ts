import { Type, type Static } from 'typebox';
import { idPattern } from '../../../../domain/ids.ts';
import { MESSAGE_TEXT_LIMIT, MESSAGE_TYPES, SENT_TYPES } from '../../../../domain/message.ts';
import { READING } from '../../phones/manual-phone.ts';
import {
	IdOf,
	Limit,
	Nullable,
	NullableString,
	OneOf,
	Phone,
	Timestamp,
	withErrorCode,
} from '../../../../http/server/fields.ts';
import { GroupId } from '../../../../http/groups/schema.ts';
import { MessageMedia } from '../../../../http/chats/schema.ts';

const InstanceId = IdOf('inst', 'The instance on the other side.');
const OfGroup = Type.Optional(GroupId);

export const OnePhone = Type.Object({ number: Phone });

/** A phone controlled by hand. */
export const ManualPhone = Type.Object({
	number: Phone,
	name: Type.String({ description: "Name of the phone's owner." }),
	online: Type.Boolean({
		description: 'Messages to an offline phone keep the status sent until it is online.',
	}),
	reads: OneOf(READING, { description: 'Whether it reads messages at once, or by POST read only.' }),
	blocked: Type.Array(IdOf('inst', 'An instance.'), { description: 'The instances it has blocked.' }),
});

export type ManualPhone = Static<typeof ManualPhone>;

export const ControlBody = Type.Object(
	{
		name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
		online: Type.Optional(Type.Boolean({ description: 'Whether it is online; a new phone is.' })),
		reads: Type.Optional(
			OneOf(READING, { description: 'Whether it reads messages at once; a new phone does.' }),
		),
	},
	{ additionalProperties: false },
);

/** A message as a phone shows it. */
export const PhoneMessage = Type.Object({
	messageId: IdOf('msg', 'The message.'),
	fromMe: Type.Boolean({ description: 'Whether this phone wrote it.' }),
	from: Type.String({ description: 'Phone of the sender.' }),
	type: OneOf(MESSAGE_TYPES),
	content: Type.String({ description: 'Text or media description.' }),
	timestamp: Timestamp,
	status: OneOf(['delivered', 'read'], {
		description: 'For a message of this phone: delivered to the instance, or read by it.',
	}),
	quotedMessageId: NullableString({ description: 'Id of the message replied to.' }),
	media: Nullable(MessageMedia),
});
export type PhoneMessage = Static<typeof PhoneMessage>;

/** A chat as a phone shows it. */
export const PhoneChat = Type.Object({
	instanceId: IdOf('inst', 'The instance in the chat or in the group.'),
	groupId: NullableString({ description: 'JID of the group; null: the chat with the instance itself.' }),
	name: Type.String({ description: 'Name of the instance or of the group.' }),
	phone: NullableString({ description: 'Number of the instance.' }),
	connected: Type.Boolean({ description: 'Whether the instance is connected, and so receives messages.' }),
	blocked: Type.Boolean({ description: 'Whether this phone has blocked the instance.' }),
	unreadCount: Type.Integer(),
	typing: Type.Array(Type.String(), { description: 'Phones of the others who are typing now.' }),
	lastMessage: Nullable(PhoneMessage),
});
export type PhoneChat = Static<typeof PhoneChat>;

export const ChatOfPhone = Type.Object(
	{ instanceId: InstanceId, groupId: OfGroup },
	{ additionalProperties: false },
);

export const PhoneHistoryQuery = Type.Object(
	{
		instanceId: InstanceId,
		groupId: OfGroup,
		limit: Limit,
		before: Type.Optional(
			Type.String({ pattern: idPattern('msg'), description: 'A messageId: only messages strictly older.' }),
		),
	},
	{ additionalProperties: false },
);

export const SendBody = Type.Object(
	{
		instanceId: InstanceId,
		groupId: OfGroup,
		type: Type.Optional(OneOf(SENT_TYPES, { default: 'text' })),
		content: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: MESSAGE_TEXT_LIMIT,
				description: 'The text, or the caption of media; may be absent with mediaUrl only.',
				examples: ['Hello'],
			}),
		),
		mediaUrl: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: 4096,
				description: 'HTTPS URL of the attached file, or the mediaUrl of an upload.',
				...withErrorCode('invalid_media_url'),
			}),
		),
		quotedMessageId: Type.Optional(
			Type.String({
				pattern: idPattern('msg'),
				description: 'The message in the same chat that it replies to.',
			}),
		),
	},
	{ additionalProperties: false },
);

export const BlockInstanceBody = Type.Object(
	{
		instanceId: InstanceId,
		blocked: Type.Boolean({ description: 'Whether the instance is blocked from now on.' }),
	},
	{ additionalProperties: false },
);
