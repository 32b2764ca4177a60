import { timestamp } from './clock.ts';
import type { EventId, InstanceId, MessageId } from './ids.ts';
import type { DisconnectReason } from './instance.ts';
import type { MediaError, MessageFailure, MessageType, UnsupportedReason } from './message.ts';

/** The kinds of the specification (Events): what a webhook gets that names none. */
export const SPECIFIED_KINDS = [
	'message.received',
	'message.sent',
	'message.delivered',
	'message.read',
	'message.failed',
	'instance.connected',
	'instance.disconnected',
	'instance.qr_updated',
] as const;

/** Every kind of event a webhook can receive; an addition goes only to those that name it. */
export const EVENT_KINDS = [...SPECIFIED_KINDS, 'instance.notice'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

type OfMessage = { messageId: MessageId; instanceId: InstanceId; chatId: string };
type Outbound = OfMessage & { to: string | null; metadata?: Record<string, unknown> };

/**
 * The `data` of each kind: the specification's fields, and additions. `to` and `from` are phones; `chatId` and
 * `senderId` name groups, and people whose phone the network does not tell. `metadata` is what the message was sent
 * with, where it carried some.
 */
export interface EventData {
	'message.received': OfMessage & {
		from: string | null;
		senderId: string;
		type: MessageType;
		content: string;
		timestamp: string;
		contactName: string | null;
		isGroup: boolean;
		quotedMessageId?: MessageId;
		unsupported?: { reason: UnsupportedReason };
		mediaError?: MediaError;
	};
	'message.sent': Outbound & { type: MessageType; content: string; status: 'sent' };
	'message.delivered': Outbound & { status: 'delivered'; deliveredAt: string };
	'message.read': Outbound & { status: 'read'; readAt: string };
	'message.failed': Outbound & { status: 'failed'; error: MessageFailure };
	'instance.connected': { instanceId: InstanceId; phone: string; profileName: string | null };
	/** `message`, where the network gives one, tells people what happened and what to do (an addition). */
	'instance.disconnected': { instanceId: InstanceId; reason: DisconnectReason; message?: string };
	'instance.qr_updated': { instanceId: InstanceId; qrCode: string; expiresAt: string };
	/** What the network told about the account: `topic` is the network's word for it, `message` is for people. */
	'instance.notice': {
		instanceId: InstanceId;
		topic: string;
		message: string;
		details: Readonly<Record<string, unknown>>;
	};
}

/** An event before it has an identifier: its kind with the data that belongs to it. */
export type GatewayEvent = { [Kind in EventKind]: { kind: Kind; data: EventData[Kind] } }[EventKind];

/**
 * The envelope as JSON text. It is made once; these very bytes are stored, signed and sent on every attempt.
 */
export function serialiseEvent(id: EventId, event: GatewayEvent, at: number): string {
	return JSON.stringify(envelope(id, event, at));
}

/** The same for an event that a webhook's owner asked for, marked as such. */
export function serialiseTestEvent(id: EventId, event: GatewayEvent, at: number): string {
	return JSON.stringify({ ...envelope(id, event, at), test: true });
}

function envelope(id: EventId, event: GatewayEvent, at: number) {
	return { event: event.kind, timestamp: timestamp(at), eventId: id, data: event.data };
}
