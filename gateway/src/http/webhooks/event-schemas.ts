import { Type, type Static, type TSchema } from 'typebox';
import { CONTACT_CHANGES, type EventData } from '../../domain/events/event.ts';
import { RELEASE_REASONS, TAKEN_BY } from '../../domain/chats/chat.ts';
import { GROUP_CHANGES, PARTICIPANT_CHANGES } from '../../domain/chats/group.ts';
import { PRESENCE_STATES } from '../../domain/chats/presence.ts';
import { RESTRICTION_KINDS } from '../../domain/instances/restriction.ts';
import { DISCONNECT_REASONS } from '../../domain/instances/instance.ts';
import type { Id, IdPrefix } from '../../domain/ids.ts';
import { UNSUPPORTED_REASONS } from '../../domain/messages/message-details.ts';
import { DeliveryFailure } from '../messages/schema.ts';
import {
	AnyObject,
	EXTENSION,
	IdOf,
	Nullable,
	NullableString,
	NullableTimestamp,
	OneOf,
	Timestamp,
} from '../server/schemas/fields.ts';
import {
	Change,
	ContactName,
	Content,
	From,
	InstanceId,
	IsGroup,
	MessageType,
	NullablePhone,
	OfAlert,
	OfChat,
	OfGroup,
	OfMessage,
	OfPerson,
	OfWebhook,
	Outbound,
	Owner,
	Received,
	SenderId,
	Text,
} from './event-fields.ts';
import type { EventKind } from '../../domain/events/event-kind.ts';

/** The `data` of each event kind (EventData). */
export const EVENT_DATA = {
	'message.received': Type.Object({
		...Received,
		messages: Type.Optional(
			Type.Array(Type.Object(Received), {
				description:
					'The messages of a webhook that collects them, oldest first; the other fields are those of the last one.',
				...EXTENSION,
			}),
		),
	}),
	'message.sent': Type.Object({
		...Outbound,
		type: MessageType,
		content: Text,
		status: OneOf(['sent']),
	}),
	'message.delivered': Type.Object({ ...Outbound, status: OneOf(['delivered']), deliveredAt: Timestamp }),
	'message.read': Type.Object({ ...Outbound, status: OneOf(['read']), readAt: Timestamp }),
	'message.failed': Type.Object({ ...Outbound, status: OneOf(['failed']), error: DeliveryFailure }),
	'message.echo': Type.Object({
		...OfMessage,
		to: NullablePhone('Phone number of the recipient'),
		senderId: SenderId,
		isFromMe: Type.Unsafe<true>({ type: 'boolean', enum: [true] }),
		source: OneOf(['phone', 'page'], { description: 'Where it was written.' }),
		owner: Owner,
		...Content,
	}),
	'message.edited': Type.Object({ ...Change, type: MessageType, content: Text }),
	'message.deleted': Type.Object(Change),
	'message.reaction': Type.Object({
		...Change,
		targetMessageId: IdOf('msg', 'The same as messageId.'),
		emoji: NullableString({ description: 'Null: the person removed the reaction.' }),
	}),
	'message.unavailable': Type.Object({
		...OfMessage,
		from: From,
		senderId: SenderId,
		contactName: ContactName,
		isGroup: IsGroup,
		timestamp: Timestamp,
		reason: OneOf(UNSUPPORTED_REASONS),
	}),
	'poll.voted': Type.Object({
		...Change,
		options: Type.Array(Type.String(), { description: 'The selected options of the person.' }),
		counts: Type.Array(Type.Object({ option: Type.String(), votes: Type.Integer() }), {
			description: 'Of all votes.',
		}),
	}),
	'contact.updated': Type.Object({
		instanceId: InstanceId,
		contactId: Type.String({ description: 'Id of the person, and of the chat with them.' }),
		phone: NullablePhone('Phone number'),
		username: NullableString(),
		contactName: NullableString(),
		profilePicUrl: NullableString(),
		changed: Type.Array(OneOf(CONTACT_CHANGES)),
		earlierIds: Type.Array(Type.String(), {
			description: 'Earlier ids of the same person. They stay valid.',
		}),
	}),
	'group.updated': Type.Object({
		...OfGroup,
		changed: Type.Array(OneOf(GROUP_CHANGES)),
		name: Type.Optional(Type.String()),
		description: Type.Optional(NullableString()),
		announce: Type.Optional(Type.Boolean({ description: 'Only admins may send messages.' })),
		restrict: Type.Optional(Type.Boolean({ description: "Only admins may change the group's data." })),
	}),
	'group.participants': Type.Object({
		...OfGroup,
		action: OneOf(PARTICIPANT_CHANGES),
		participants: Type.Array(Type.Object({ id: Type.String(), phone: NullablePhone('Phone number') })),
	}),
	'presence.updated': Type.Object({
		...OfPerson,
		state: OneOf(PRESENCE_STATES),
		lastSeenAt: NullableTimestamp,
	}),
	'call.received': Type.Object({
		...OfPerson,
		callId: Type.String({ description: "The network's id of the call." }),
		contactName: ContactName,
		isGroup: IsGroup,
		video: Type.Boolean(),
		rejected: Type.Boolean({ description: 'Whether settings.rejectCalls rejected it.' }),
	}),
	'chat.taken': Type.Object({
		...OfChat,
		owner: Type.Unsafe<'person'>(OneOf(['person'])),
		until: Timestamp,
		by: OneOf(TAKEN_BY, { description: 'Where the person took it.' }),
	}),
	'chat.released': Type.Object({
		...OfChat,
		owner: Type.Unsafe<'bot'>(OneOf(['bot'])),
		until: Type.Null(),
		reason: OneOf(RELEASE_REASONS),
	}),
	'instance.restricted': Type.Object({
		instanceId: InstanceId,
		active: Type.Boolean({ description: 'false: the restriction is over.' }),
		kind: OneOf(RESTRICTION_KINDS),
		reason: NullableString({ description: "The network's name of the reason." }),
		until: NullableTimestamp,
		newChatsLeft: Nullable(Type.Integer()),
		message: Type.String({ description: 'The effect, and what to do.' }),
	}),
	'webhook.failing': Type.Object({
		...OfWebhook,
		since: Timestamp,
		failures: Type.Integer(),
		statusCode: Nullable(Type.Integer()),
		error: NullableString(),
		paused: Type.Boolean({ description: 'Whether the gateway keeps its events and does not deliver them.' }),
	}),
	'webhook.recovered': Type.Object({ ...OfWebhook, failingSince: Timestamp }),
	'alert.firing': Type.Object({
		...OfAlert,
		reminder: Type.Boolean({ description: 'true: a reminder of an alert that an earlier event reported.' }),
	}),
	'alert.resolved': Type.Object({ ...OfAlert, resolvedAt: Timestamp }),
	'instance.connected': Type.Object({
		instanceId: InstanceId,
		phone: Type.String(),
		profileName: NullableString(),
	}),
	'instance.disconnected': Type.Object({
		instanceId: InstanceId,
		reason: OneOf(DISCONNECT_REASONS),
		message: Type.Optional(Type.String({ description: 'The cause, and what to do.', ...EXTENSION })),
	}),
	'instance.qr_updated': Type.Object({
		instanceId: InstanceId,
		qrCode: Type.String({ description: 'Data URI of a base64 PNG.' }),
		expiresAt: Timestamp,
	}),
	'instance.notice': Type.Object({
		instanceId: InstanceId,
		topic: Type.String({ description: "The network's term." }),
		message: Type.String({ description: 'The text of the network, for people.' }),
		details: AnyObject(),
	}),
} satisfies Record<EventKind, TSchema>;

/** A value as its schema types it: an id is a string, and a list can be changed. */
type Plain<T> =
	T extends Id<IdPrefix>
		? string
		: T extends readonly (infer Item)[]
			? Plain<Item>[]
			: T extends object
				? { -readonly [Key in keyof T]: Plain<T[Key]> }
				: T;
type Schemas = typeof EVENT_DATA;
type RequiredKeys<T> = { [Key in keyof T]-?: object extends Pick<T, Key> ? never : Key }[keyof T];
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** The kinds whose schema has not exactly the fields of EventData, or not their types. */
type Mismatch = {
	[Kind in EventKind]: Plain<EventData[Kind]> extends Static<Schemas[Kind]>
		? Same<keyof EventData[Kind], keyof Static<Schemas[Kind]>> extends true
			? Same<RequiredKeys<EventData[Kind]>, RequiredKeys<Static<Schemas[Kind]>>> extends true
				? never
				: Kind
			: Kind
		: Kind;
}[EventKind];

/** Does not compile where a schema and EventData differ; the error names the kinds. */
export const eventSchemasFitEventData: [Mismatch] extends [never] ? true : Mismatch = true;
