import type { InstanceId } from '../domain/ids.ts';
import type { MessageRow } from './schema.ts';

/** Something committed that another part of the gateway waits for. */
export type Signal =
	/** `messages`: what was queued, in order; absent where only the database tells. */
	| { kind: 'message_queued'; instanceId: InstanceId; messages?: readonly MessageRow[] }
	| { kind: 'delivery_due' }
	| { kind: 'instance_changed'; instanceId: InstanceId };

export type SignalKind = Signal['kind'];

/** Takes part in what is announced; the returned function ends that. */
export type Listen = (listener: (signal: Signal) => void) => () => void;
