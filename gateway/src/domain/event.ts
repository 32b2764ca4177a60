import { timestamp } from './clock.ts';
import type { EventId, InstanceId, MessageId } from './ids.ts';
import type { DisconnectReason } from './instance.ts';
import type { MediaError, MessageFailure, MessageType, UnsupportedReason } from './message.ts';

/** The event kinds of the specification (Events): a webhook that names no kinds receives these. */
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

/** Every event kind a webhook can receive; it receives an addition only when it names it. */
export const EVENT_KINDS = [...SPECIFIED_KINDS, 'instance.notice'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Whether events of a kind carry messages: what people wrote, to whom, and what became of it. */
export function isMessageEvent(kind: EventKind): boolean {
	return kind.startsWith('message.');
}

type OfMessage = { messageId: MessageId; instanceId: InstanceId; chatId: string };
type Outbound = OfMessage & { to: string | null; metadata?: Record<string, unknown> };

/**
 * The `data` of each event kind: the specification's fields, and additions. `to` and `from` are phone numbers;
 * `chatId` and `senderId` also identify groups and people whose phone number the network does not reveal. `metadata`
 * is the metadata of the send request, if it had any.
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
}

/** An event before it has an id: a kind with its data. */
export type GatewayEvent = { [Kind in EventKind]: { kind: Kind; data: EventData[Kind] } }[EventKind];

/** The event's envelope as JSON. It is serialised once: the same bytes are stored, signed and sent on every attempt. */
export function serialiseEvent(id: EventId, event: GatewayEvent, at: number): string {
	return JSON.stringify(envelope(id, event, at));
}

/** The envelope of a test event, with `test: true`. */
export function serialiseTestEvent(id: EventId, event: GatewayEvent, at: number): string {
	return JSON.stringify({ ...envelope(id, event, at), test: true });
}

function envelope(id: EventId, event: GatewayEvent, at: number) {
	return { event: event.kind, timestamp: timestamp(at), eventId: id, data: event.data };
}
