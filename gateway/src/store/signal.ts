import type { GatewayEvent } from '../domain/event.ts';
import type { EventId, InstanceId, MessageId } from '../domain/ids.ts';
import type { MessageType } from '../domain/message.ts';

/** Something committed that another part of the gateway waits for. */
export type Signal =
	| { kind: 'message_queued'; instanceId: InstanceId }
	| { kind: 'delivery_due' }
	| { kind: 'instance_changed'; instanceId: InstanceId }
	| Fact;

/** What this process itself committed, for its own counters and log: no other process is told. */
export type Fact =
	| { kind: 'message_accepted'; messageId: MessageId; type: MessageType }
	| { kind: 'event_recorded'; eventId: EventId; event: GatewayEvent };

export type SignalKind = Signal['kind'];

/** Takes part in what is announced; the returned function ends that. */
export type Listen = (listener: (signal: Signal) => void) => () => void;
