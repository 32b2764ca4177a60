import type { InstanceId } from '../domain/ids.ts';

/** Something committed that another part of the gateway waits for. */
export type Signal =
	| { kind: 'message_queued'; instanceId: InstanceId }
	| { kind: 'delivery_due' }
	| { kind: 'instance_changed'; instanceId: InstanceId };

export type SignalKind = Signal['kind'];

/** Takes part in what is announced; the returned function ends that. */
export type Listen = (listener: (signal: Signal) => void) => () => void;
