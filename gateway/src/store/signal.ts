import type { GatewayEvent } from '../domain/events/event.ts';
import type {
	DeliveryId,
	EventId,
	InstanceId,
	KeyId,
	MessageId,
	SessionId,
	WebhookId,
} from '../domain/ids.ts';
import type { MessageType } from '../domain/messages/message.ts';
import type { DeliveryStatus } from '../domain/webhooks/webhook.ts';

/** A commit that other parts of the gateway react to. */
export type Signal =
	/** Messages were queued, by this process or another; without `chatIds`, in any chats of the instance. */
	| { kind: 'message_queued'; instanceId: InstanceId; chatIds?: readonly string[] }
	/** These webhooks have deliveries due; without `webhookIds`, any webhook may. */
	| { kind: 'delivery_due'; webhookIds?: readonly WebhookId[] }
	| { kind: 'instance_changed'; instanceId: InstanceId }
	/** Alerts began, ended or were acknowledged, or their mails were sent or failed. */
	| { kind: 'alerts_changed' }
	/** Chats of the instance were archived, pinned, muted, or marked as read or unread. */
	| { kind: 'chats_changed'; instanceId: InstanceId }
	/** Notes of a chat were added or deleted. */
	| { kind: 'notes_changed'; instanceId: InstanceId; chatId: string }
	/** These sessions of people on the page ended: their connections have to be closed. */
	| { kind: 'sessions_ended'; sessionIds: readonly SessionId[] }
	| { kind: 'key_revoked'; keyId: KeyId }
	/** Simulated time was moved forward, by this process or another. */
	| { kind: 'clock_moved' }
	/** A client of this process subscribed to events and deliveries, including those of other processes. */
	| { kind: 'feed_subscribed' }
	/** Another process recorded these events and deliveries; they are in the database. */
	| { kind: 'remote_events'; eventIds: readonly EventId[]; deliveryIds: readonly DeliveryId[] }
	/**
	 * Signals of other processes were lost, because one had too many to send or this one was not connected. `everywhere`:
	 * all processes miss them, because the one that should have sent them ended before.
	 */
	| { kind: 'feed_gap'; everywhere?: true }
	| LocalSignal;

/** A commit of this process; other processes receive it only while one of their clients is subscribed. */
export type LocalSignal =
	| { kind: 'message_accepted'; messageId: MessageId; type: MessageType }
	/** Messages were stored that are to be sent later. */
	| { kind: 'message_scheduled' }
	/** The time until which a person owns a chat changed. */
	| { kind: 'chat_taken' }
	/** Messages are being collected for a webhook until this time (epoch milliseconds), or longer. */
	| { kind: 'burst_started'; endsAt: number }
	/** A webhook, its URL or its secret was changed or deleted. */
	| { kind: 'webhook_changed' }
	| EventRecorded
	| { kind: 'delivery_attempted'; attempt: DeliveryAttempted }
	/** An instance can send from now on; it is connected no longer; its connection has to be opened again. */
	| { kind: 'instance_connected' | 'instance_disconnected' | 'connection_failed'; instanceId: InstanceId };

export interface EventRecorded {
	kind: 'event_recorded';
	eventId: EventId;
	event: GatewayEvent;
	at: number;
	/** The event's JSON text. */
	body: string;
	/** Whether it is a test event, which a client requested for a webhook. */
	test: boolean;
}

/** A finished attempt, and the status of its delivery after it. */
export interface DeliveryAttempted {
	deliveryId: DeliveryId;
	eventId: EventId;
	webhookId: WebhookId;
	/** The instance of the webhook; null: it receives events of all instances. */
	instanceId: InstanceId | null;
	status: DeliveryStatus;
	/** Counted from 1. */
	attempt: number;
	statusCode: number | null;
	/** Milliseconds. */
	responseTime: number;
	/** The reason for a missing response; null: there was a response. */
	error: string | null;
}

/** Adds a listener for signals; the returned function removes it. */
export type Listen = (listener: (signal: Signal) => void) => () => void;
