import type { InstanceId, WebhookId } from '../domain/ids.ts';

/** Something committed that another part of the gateway waits for. */
export type Signal =
	| { kind: 'message_queued'; instanceId: InstanceId }
	/** Which webhooks have something due; where they are not named, any may. */
	| { kind: 'delivery_due'; webhookIds?: readonly WebhookId[] }
	| { kind: 'instance_changed'; instanceId: InstanceId };

export type SignalKind = Signal['kind'];

/** Takes part in what is announced; the returned function ends that. */
export type Listen = (listener: (signal: Signal) => void) => () => void;
