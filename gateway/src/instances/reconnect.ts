import type { Clock } from '../domain/clock.ts';
import { GatewayError } from '../domain/error.ts';
import type { InstanceId } from '../domain/ids.ts';
import { DecryptionFailed } from '../network/encrypted-session.ts';
import { LeaseLost } from '../store/cluster/leases.ts';

/** Milliseconds until a connection is opened anew. */
const PAUSE = 5000;

export interface ReconnectorDeps {
	clock: Clock;
	/** Closes the connection, if it is open, and opens it again. */
	reopen: (instanceId: InstanceId) => Promise<void>;
	/** Whether the gateway is about to end. */
	isClosing: () => boolean;
	onError: (error: unknown, instanceId: InstanceId) => void;
}

export interface Reconnector {
	/** Opens a connection anew in a moment: a network tells again, on the new one, what was not acknowledged before. */
	schedule: (instanceId: InstanceId) => void;
	/** Hears that a connection could not be opened: it is tried again, unless that cannot help. */
	onFailed: (error: unknown, instanceId: InstanceId) => void;
}

/** Opens connections anew that the store, or anything else that passes, kept from being opened or from going on. */
export function createReconnector(port: ReconnectorDeps): Reconnector {
	const waiting = new Set<InstanceId>();

	function schedule(instanceId: InstanceId): void {
		if (waiting.has(instanceId)) return;
		waiting.add(instanceId);
		port.clock.schedule(PAUSE, () => {
			waiting.delete(instanceId);
			if (port.isClosing()) return;
			port.reopen(instanceId).catch((error: unknown) => {
				onFailed(error, instanceId);
			});
		});
	}

	function onFailed(error: unknown, instanceId: InstanceId): void {
		port.onError(error, instanceId);
		if (mayOpenLater(error)) schedule(instanceId);
	}

	return { schedule, onFailed };
}

/** Nothing is wrong with its session, and the instance is this gateway's. */
function mayOpenLater(error: unknown): boolean {
	if (error instanceof LeaseLost || error instanceof DecryptionFailed) return false;
	return !(error instanceof GatewayError) || error.code === 'service_unavailable';
}
