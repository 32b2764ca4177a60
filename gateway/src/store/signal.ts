import type { GatewayEvent } from '../domain/event.ts';
import type {
	DeliveryId,
	EventId,
	InstanceId,
	KeyId,
	MessageId,
	SessionId,
	WebhookId,
} from '../domain/ids.ts';
import type { MessageType } from '../domain/message.ts';
import type { DeliveryStatus } from '../domain/webhook.ts';
import type { MessageRow } from './schema.ts';

/** Something committed that another part of the gateway waits for. */
export type Signal =
	/** What was queued, in order: here, or by another process; without either, only the database tells. */
	| { kind: 'message_queued'; instanceId: InstanceId; queued?: Queued }
	/** Which webhooks have something due; where they are not named, any may. */
	| { kind: 'delivery_due'; webhookIds?: readonly WebhookId[] }
	| { kind: 'instance_changed'; instanceId: InstanceId }
	/** Who is connected in one of these sessions is no longer. */
	| { kind: 'sessions_ended'; sessionIds: readonly SessionId[] }
	| { kind: 'key_revoked'; keyId: KeyId }
	/** Somebody here wants to hear at once of events and deliveries, those of other processes too. */
	| { kind: 'feed_subscribed' }
	/** Another process recorded these; they are in the database. */
	| { kind: 'remote_events'; eventIds: readonly EventId[]; deliveryIds: readonly DeliveryId[] }
	/** Another process could not tell all that it recorded, or this one could not hear it. */
	| { kind: 'feed_gap' }
	| LocalSignal;

/** Messages that were queued; their ids alone where they, or older ones of their chats, were queued elsewhere. */
export type Queued = { messages: readonly MessageRow[] } | { ids: readonly MessageId[] };

export function idsOf(queued: Queued): readonly MessageId[] {
	return 'ids' in queued ? queued.ids : queued.messages.map(({ id }) => id);
}

/** What this process itself committed: other processes are told only while somebody there wants to hear it. */
export type LocalSignal =
	| { kind: 'message_accepted'; messageId: MessageId; type: MessageType }
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
	/** Made for a webhook's owner to try it: nothing happened. */
	test: boolean;
}

/** An attempt to deliver that has ended, and how that leaves its delivery. */
export interface DeliveryAttempted {
	deliveryId: DeliveryId;
	eventId: EventId;
	webhookId: WebhookId;
	status: DeliveryStatus;
	/** Counted from 1. */
	attempt: number;
	statusCode: number | null;
	/** Milliseconds. */
	responseTime: number;
	/** Why there was no answer. */
	error: string | null;
}

/** Takes part in what is announced; the returned function ends that. */
export type Listen = (listener: (signal: Signal) => void) => () => void;
