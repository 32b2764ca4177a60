import { Type, type Static } from 'typebox';
import { idPattern } from '../../../../domain/ids.ts';
import { MESSAGE_TYPES } from '../../../../domain/messages/message.ts';
import { DETAIL_TEXT_LIMIT } from '../../../../domain/messages/message-details.ts';
import { READING } from '../../phones/manual-phone.ts';
import {
	AnyObject,
	IdOf,
	Limit,
	Nullable,
	NullableString,
	NullableTimestamp,
	OneOf,
	Phone,
	Timestamp,
} from '../../../../http/server/schemas/fields.ts';
import { GroupId } from '../../../../http/groups/schema.ts';
import { MessageMedia } from '../../../../http/chats/schema.ts';
import { MESSAGE_DETAILS } from '../../../../http/messages/details-schema.ts';
import { CONTENT_FIELDS, NewContent, QuotedMessageId } from '../content/schema.ts';
import { Emoji, Options } from '../messages/change-schema.ts';

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
	reads: OneOf(READING, { description: 'Whether it reads messages at once, or only by POST read.' }),
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

/** A reaction as a phone shows it. */
const PhoneReaction = Type.Object({
	emoji: Type.String(),
	from: NullableString({ description: 'Phone of the person; null: the network hides it.' }),
	senderId: Type.String({ description: 'Id of the person.' }),
	fromMe: Type.Boolean({ description: 'Whether this phone reacted.' }),
});

const OptionVotes = Type.Object({
	option: Type.String(),
	votes: Type.Integer({ description: 'How many people have selected it.' }),
	selected: Type.Boolean({ description: 'Whether this phone has selected it.' }),
});

/** A button or an entry of a list as a phone shows it. */
const PhoneOption = Type.Object({
	kind: OneOf(['reply', 'url', 'phone', 'copy_code', 'list', 'flow', 'other'], {
		description: 'The action of the option; `reply` and `flow` can be pressed with POST press.',
	}),
	id: NullableString(),
	title: Type.String(),
	value: NullableString({ description: 'The page that it opens.' }),
	description: NullableString({ description: 'The text below the title of an entry of a list.' }),
	section: NullableString({ description: 'The heading above an entry of a list.' }),
});

/** A message as a phone shows it. */
export const PhoneMessage = Type.Object({
	messageId: IdOf('msg', 'The message.'),
	fromMe: Type.Boolean({ description: 'Whether this phone wrote it.' }),
	from: NullableString({ description: 'Phone of the sender; null: the network hides it.' }),
	senderId: Type.String({ description: 'Id of the sender.' }),
	type: OneOf(MESSAGE_TYPES),
	content: Type.String({ description: 'Text or media description.' }),
	timestamp: Timestamp,
	status: OneOf(['delivered', 'read'], {
		description: 'For a message of this phone: delivered to the instance, or read by it.',
	}),
	quotedMessageId: NullableString({ description: 'Id of the message replied to.' }),
	media: Nullable(MessageMedia),
	...MESSAGE_DETAILS,
	editedAt: Type.Unsafe<string | null>({
		...NullableTimestamp,
		description: 'When its text was last edited; null: never.',
	}),
	deleted: Type.Boolean({ description: 'Whether it was deleted for everyone; its content is gone.' }),
	reactions: Type.Array(PhoneReaction, { description: 'Oldest first.' }),
	votes: Type.Array(OptionVotes, { description: "A poll's options with their votes; else empty." }),
	options: Type.Array(PhoneOption, {
		description: 'The buttons or the entries of the list of an interactive or template message; else empty.',
	}),
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
		quotedMessageId: QuotedMessageId,
		...CONTENT_FIELDS,
	},
	{ additionalProperties: false },
);

export const OneMessageOfPhone = Type.Object({
	number: Phone,
	messageId: IdOf('msg', 'A message that the phone shows.'),
});

export const ReactOnPhoneBody = Type.Object(
	{ instanceId: InstanceId, groupId: OfGroup, emoji: Emoji },
	{ additionalProperties: false },
);

export const EditOnPhoneBody = Type.Object(
	{ instanceId: InstanceId, groupId: OfGroup, content: NewContent },
	{ additionalProperties: false },
);

export const VoteOnPhoneBody = Type.Object(
	{ instanceId: InstanceId, groupId: OfGroup, options: Options },
	{ additionalProperties: false },
);

export const PressBody = Type.Object(
	{
		instanceId: InstanceId,
		groupId: OfGroup,
		option: Type.String({
			minLength: 1,
			maxLength: DETAIL_TEXT_LIMIT,
			description: 'The id or the title of the button or the entry.',
		}),
		data: Type.Optional(AnyObject({ description: 'The answers of a flow.' })),
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
