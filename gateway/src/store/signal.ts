import type { GatewayEvent } from '../domain/event.ts';
import type { EventId, InstanceId, KeyId, MessageId, SessionId, WebhookId } from '../domain/ids.ts';
import type { MessageType } from '../domain/message.ts';
import type { MessageRow } from './schema.ts';

/** Something committed that another part of the gateway waits for. */
export type Signal =
	/** `messages`: what was queued, in order; absent where only the database tells. */
	| { kind: 'message_queued'; instanceId: InstanceId; messages?: readonly MessageRow[] }
	/** Which webhooks have something due; where they are not named, any may. */
	| { kind: 'delivery_due'; webhookIds?: readonly WebhookId[] }
	| { kind: 'instance_changed'; instanceId: InstanceId }
	/** Who is connected in one of these sessions is no longer. */
	| { kind: 'sessions_ended'; sessionIds: readonly SessionId[] }
	| { kind: 'key_revoked'; keyId: KeyId }
	| Fact;

/** What this process itself committed, for its own counters and log: no other process is told. */
export type Fact =
	| { kind: 'message_accepted'; messageId: MessageId; type: MessageType }
	| { kind: 'event_recorded'; eventId: EventId; event: GatewayEvent };

export type SignalKind = Signal['kind'];

/** Takes part in what is announced; the returned function ends that. */
export type Listen = (listener: (signal: Signal) => void) => () => void;
