import type { ChatOwner, ReleaseReason, TakenBy } from '../chats/chat.ts';
import type { AlertKind } from '../alerts/alert.ts';
import type { GroupChange, ParticipantChange } from '../chats/group.ts';
import type { AlertId, InstanceId, MessageId, WebhookId } from '../ids.ts';
import type { DisconnectReason } from '../instances/instance.ts';
import type { MessageFailure, MessageType } from '../messages/message.ts';
import type { MessageDetails, UnsupportedReason } from '../messages/message-details.ts';
import type { PresenceState } from '../chats/presence.ts';
import type { RestrictionKind } from '../instances/restriction.ts';
import type { EventKind } from './event-kind.ts';

type OfMessage = { messageId: MessageId; instanceId: InstanceId; chatId: string };
type Outbound = OfMessage & { to: string | null; metadata?: Record<string, unknown> };

/** The person who changed a message. */
interface Actor {
	/** The id of the person; of the account itself where isFromMe is true. */
	senderId: string;
	/** The phone number of the person; null: the network does not reveal it. */
	from: string | null;
	/** Whether the account itself did it, on a phone or through the gateway. */
	isFromMe: boolean;
}
type Change = OfMessage &
	Actor & { contactName: string | null; isGroup: boolean; groupName?: string; timestamp: string };

/** The content of a message that arrived or was written on the account's phone. */
type Content = MessageDetails & {
	type: MessageType;
	content: string;
	timestamp: string;
	/** The sender's name. */
	contactName: string | null;
	isGroup: boolean;
	/** Only in a group whose name is known. */
	groupName?: string;
	quotedMessageId?: MessageId;
	/** Whether the account wrote the quoted message. Only of a message that quotes one. */
	quotedIsFromMe?: boolean;
};

/** The properties of a contact that can change. */
export const CONTACT_CHANGES = ['name', 'picture', 'ids'] as const;

export interface ContactUpdated {
	instanceId: InstanceId;
	/** The id of the person, and of the chat with them. */
	contactId: string;
	phone: string | null;
	username: string | null;
	contactName: string | null;
	profilePicUrl: string | null;
	changed: readonly (typeof CONTACT_CHANGES)[number][];
	/** Earlier ids of the same person, as the network revealed them. They stay valid. */
	earlierIds: readonly string[];
}

/** A change of a group, with the person who made it. Null or absent: the network does not report it. */
interface OfGroup {
	instanceId: InstanceId;
	groupId: string;
	groupName: string | null;
	senderId: string | null;
	from: string | null;
	isFromMe: boolean;
	timestamp: string;
}

/** A webhook whose deliveries fail, or succeed again. */
interface OfWebhook {
	/** The webhook's instance; null: it receives events of all instances. */
	instanceId: InstanceId | null;
	webhookId: WebhookId;
	name: string | null;
	/** The host of its URL; the rest may contain a secret. */
	host: string;
}

/** An alert of the gateway. `message` says what is wrong, `advice` what to do, and `url` where. */
interface OfAlert {
	/** The instance it is about; null: none, or a webhook of all instances. */
	instanceId: InstanceId | null;
	/** The webhook it is about, which does not receive the event itself. Only of webhook_failing. */
	webhookId?: WebhookId;
	alertId: AlertId;
	kind: AlertKind;
	message: string;
	advice: string;
	/** The screen of the page that shows it. */
	url: string;
	since: string;
}

/**
 * The `data` of each event kind: the specification's fields, and additions. `to` and `from` are phone numbers;
 * `chatId` and `senderId` also identify groups and people whose phone number the network does not reveal. `metadata`
 * is the metadata of the send request, if it had any.
 */
export interface EventData {
	'message.received': OfMessage &
		Content & {
			from: string | null;
			senderId: string;
			username?: string;
			/** The owner of the chat; absent: the instance has no settings.takeover. */
			owner?: ChatOwner;
			/** The messages that a webhook collected, oldest first; the other properties are those of the last one. */
			messages?: readonly Omit<EventData['message.received'], 'messages'>[];
		};
	'message.sent': Outbound & { type: MessageType; content: string; status: 'sent' };
	'message.delivered': Outbound & { status: 'delivered'; deliveredAt: string };
	'message.read': Outbound & { status: 'read'; readAt: string };
	'message.failed': Outbound & { status: 'failed'; error: MessageFailure };
	/** The account's owner wrote a message on the phone, or a person wrote it on the page. */
	'message.echo': OfMessage &
		Content & {
			to: string | null;
			senderId: string;
			isFromMe: true;
			source: 'phone' | 'page';
			owner?: ChatOwner;
		};
	/** `content`: the new text or caption. */
	'message.edited': Change & { type: MessageType; content: string };
	/** `senderId`: who deleted it; an admin of a group can delete the messages of others. */
	'message.deleted': Change;
	/** `emoji` null: the person took the reaction back. `targetMessageId` is the same as `messageId`. */
	'message.reaction': Change & { targetMessageId: MessageId; emoji: string | null };
	/** A message arrived that cannot be shown; message.received reports it too, with the type `unsupported`. */
	'message.unavailable': OfMessage & {
		from: string | null;
		senderId: string;
		contactName: string | null;
		isGroup: boolean;
		timestamp: string;
		reason: UnsupportedReason;
	};
	/** `options`: what the person has selected now; empty: nothing any more. `counts`: of all votes. */
	'poll.voted': Change & { options: readonly string[]; counts: readonly { option: string; votes: number }[] };
	'contact.updated': ContactUpdated;
	/** The fields with the new values stand beside `changed`. */
	'group.updated': OfGroup & {
		changed: readonly GroupChange[];
		name?: string;
		description?: string | null;
		announce?: boolean;
		restrict?: boolean;
	};
	'group.participants': OfGroup & {
		action: ParticipantChange;
		participants: readonly { id: string; phone: string | null }[];
	};
	/** Only of chats whose presence was subscribed to. */
	'presence.updated': {
		instanceId: InstanceId;
		chatId: string;
		senderId: string;
		from: string | null;
		state: PresenceState;
		/** When the person was last online, where the network reports it. */
		lastSeenAt: string | null;
		timestamp: string;
	};
	'call.received': {
		instanceId: InstanceId;
		/** The chat with the caller, or the group that is called. */
		chatId: string;
		callId: string;
		senderId: string;
		from: string | null;
		contactName: string | null;
		isGroup: boolean;
		video: boolean;
		/** Whether the gateway rejected it (settings.rejectCalls). */
		rejected: boolean;
		timestamp: string;
	};
	'chat.taken': {
		instanceId: InstanceId;
		chatId: string;
		owner: 'person';
		until: string;
		by: TakenBy;
		timestamp: string;
	};
	'chat.released': {
		instanceId: InstanceId;
		chatId: string;
		owner: 'bot';
		until: null;
		reason: ReleaseReason;
		timestamp: string;
	};
	/** `active` false: the restriction is over. `message` says what it means and what to do. */
	'instance.restricted': {
		instanceId: InstanceId;
		active: boolean;
		kind: RestrictionKind;
		reason: string | null;
		until: string | null;
		newChatsLeft: number | null;
		message: string;
	};
	'instance.connected': { instanceId: InstanceId; phone: string; profileName: string | null };
	/** `message` is an addition: it says what happened and what to do, where the network explains it. */
	'instance.disconnected': { instanceId: InstanceId; reason: DisconnectReason; message?: string };
	'instance.qr_updated': { instanceId: InstanceId; qrCode: string; expiresAt: string };
	/** A notice of the network about the account: `topic` is the network's term, `message` is for people. */
	'instance.notice': {
		instanceId: InstanceId;
		topic: string;
		message: string;
		details: Readonly<Record<string, unknown>>;
	};
	/** `paused`: every delivery failed for three days, so the gateway keeps events and does not deliver them. */
	'webhook.failing': OfWebhook & {
		/** When the first of these failures was. */
		since: string;
		failures: number;
		statusCode: number | null;
		error: string | null;
		paused: boolean;
	};
	'webhook.recovered': OfWebhook & { failingSince: string };
	/** `reminder`: an earlier event reported the alert, and it has lasted for another day. */
	'alert.firing': OfAlert & { reminder: boolean };
	'alert.resolved': OfAlert & { resolvedAt: string };
}

/** An event before it has an id: a kind with its data. */
export type GatewayEvent = { [Kind in EventKind]: { kind: Kind; data: EventData[Kind] } }[EventKind];

/** The chat that an event belongs to; null: none. Ordered webhooks deliver the events of a chat one after another. */
export function chatOf({ data }: GatewayEvent): string | null {
	if ('chatId' in data) return data.chatId;
	return 'groupId' in data ? data.groupId : null;
}
