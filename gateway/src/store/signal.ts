import type { GatewayEvent } from '../domain/event.ts';
import type { EventId, InstanceId, MessageId, WebhookId } from '../domain/ids.ts';
import type { MessageType } from '../domain/message.ts';
import type { MessageRow } from './schema.ts';

/** Something committed that another part of the gateway waits for. */
export type Signal =
	/** What was queued, in order: here, or by another process; without either, only the database tells. */
	| { kind: 'message_queued'; instanceId: InstanceId; queued?: Queued }
	/** Which webhooks have something due; where they are not named, any may. */
	| { kind: 'delivery_due'; webhookIds?: readonly WebhookId[] }
	| { kind: 'instance_changed'; instanceId: InstanceId }
	| Fact;

/** Messages that were queued, or their ids where another process has them. */
export type Queued = { messages: readonly MessageRow[] } | { ids: readonly MessageId[] };

/** What this process itself committed, for its own counters and log: no other process is told. */
export type Fact =
	| { kind: 'message_accepted'; messageId: MessageId; type: MessageType }
	| { kind: 'event_recorded'; eventId: EventId; event: GatewayEvent };

/** Takes part in what is announced; the returned function ends that. */
export type Listen = (listener: (signal: Signal) => void) => () => void;
