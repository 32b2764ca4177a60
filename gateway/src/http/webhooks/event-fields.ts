import { Type } from 'typebox';
import { ALERT_KINDS } from '../../domain/alerts/alert.ts';
import { CHAT_OWNERS } from '../../domain/chats/chat.ts';
import { MESSAGE_TYPES } from '../../domain/messages/message.ts';
import { MESSAGE_DETAILS } from '../messages/details-schema.ts';
import { AnyObject, EXTENSION, IdOf, NullableString, OneOf, Timestamp } from '../server/schemas/fields.ts';

export const InstanceId = IdOf('inst', 'The instance.');
/** Of an event about a message. */
export const OfMessage = {
	messageId: IdOf('msg', 'The message.'),
	instanceId: InstanceId,
	chatId: Type.String({ description: 'The chat: the recipient of an answer.' }),
};
/** A phone number; null: the network does not report it. */
export const NullablePhone = (description: string) =>
	NullableString({ description: `${description}; null: not known.` });
/** Of a message that a client sent. */
export const Outbound = {
	...OfMessage,
	to: NullablePhone('Phone number of the recipient'),
	metadata: Type.Optional(AnyObject({ description: 'Custom data of the send request.' })),
};
export const From = NullablePhone('Phone number of the sender');
export const SenderId = Type.String({ description: 'Id of the sender.', ...EXTENSION });
export const ContactName = NullableString({ description: 'Name of the sender; null: not known.' });
export const IsGroup = Type.Boolean({ description: 'Whether the chat is a group.' });
const GroupName = Type.Optional(
	Type.String({ description: 'Of a group whose name is known.', ...EXTENSION }),
);
export const MessageType = OneOf(MESSAGE_TYPES);
export const Text = Type.String({ description: 'The text for people.' });

/** The content of a message in a chat. */
export const Content = {
	...MESSAGE_DETAILS,
	type: MessageType,
	content: Text,
	timestamp: Timestamp,
	contactName: ContactName,
	isGroup: IsGroup,
	groupName: GroupName,
	quotedMessageId: Type.Optional(IdOf('msg', 'The message replied to.')),
	quotedIsFromMe: Type.Optional(
		Type.Boolean({ description: 'Whether the account wrote the message replied to.', ...EXTENSION }),
	),
};
/** Of a change of a message, with who made it. */
export const Change = {
	...OfMessage,
	senderId: Type.String({ description: 'Id of the person who changed it.' }),
	from: NullablePhone('Phone number of the person who changed it'),
	isFromMe: Type.Boolean({ description: 'Whether the account itself did it.' }),
	contactName: ContactName,
	isGroup: IsGroup,
	groupName: GroupName,
	timestamp: Timestamp,
};

/** Of an event about a chat. */
export const OfChat = {
	instanceId: InstanceId,
	chatId: Type.String({ description: 'The chat.' }),
	timestamp: Timestamp,
};
/** Of what a person does in a chat. */
export const OfPerson = { ...OfChat, senderId: SenderId, from: From };
/** Of a change of a group, with who made it. */
export const OfGroup = {
	instanceId: InstanceId,
	groupId: Type.String({ description: 'The group.' }),
	groupName: NullableString(),
	senderId: NullableString({ description: 'Id of the person who changed it; null: not known.' }),
	from: NullablePhone('Phone number of the person who changed it'),
	isFromMe: Type.Boolean({ description: 'Whether the account itself did it.' }),
	timestamp: Timestamp,
};
/** Of an event about a webhook. */
export const OfWebhook = {
	instanceId: NullableString({ description: 'Its instance; null: it receives events of all instances.' }),
	webhookId: IdOf('wh', 'The webhook.'),
	name: NullableString(),
	host: Type.String({ description: 'The host of its URL.' }),
};

/** Of an alert of the gateway. */
export const OfAlert = {
	instanceId: NullableString({ description: 'The instance it is about; null: none.' }),
	webhookId: Type.Optional(IdOf('wh', 'The webhook it is about.')),
	alertId: IdOf('alr', 'The alert; the same in its alert.resolved.'),
	kind: OneOf(ALERT_KINDS),
	message: Type.String({ description: 'The fault.' }),
	advice: Type.String({ description: 'The remedy.' }),
	url: Type.String({ description: 'The screen of the page that shows it.' }),
	since: Timestamp,
};

export const Owner = Type.Optional(
	OneOf(CHAT_OWNERS, { description: 'Who owns the chat, with settings.takeover.', ...EXTENSION }),
);
/** A message that somebody sent to the account. */
export const Received = {
	...OfMessage,
	from: From,
	senderId: SenderId,
	username: Type.Optional(Type.String({ ...EXTENSION })),
	owner: Owner,
	...Content,
};
