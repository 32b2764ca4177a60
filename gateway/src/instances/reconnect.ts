import type { Cancel, Clock } from '../domain/clock.ts';
import { GatewayError } from '../domain/error.ts';
import type { InstanceId } from '../domain/ids.ts';
import { recordConnecting } from '../inbound/account/record-connection.ts';
import { batch, endOfTurn } from '../lib/concurrency/batch.ts';
import type { Connections } from '../network/connections/connections.ts';
import { CannotUnseal } from '../lib/crypto/sealer.ts';
import { LeaseLost, type Fence } from '../store/cluster/leases.ts';
import { listInstancesInUse, type InstanceInUse } from '../store/instances/instances.ts';
import type { Store } from '../store/store.ts';

/** Milliseconds until a failed connection is opened again. */
const PAUSE = 5000;
/** Connections opened at the same time, so that they share commits and leave capacity for other work. */
const BATCH_SIZE = 64;

/** Bytes that are written when a connection is opened. */
const OPENING_BYTES = 500;

/** Opens connections again: after a restart, for the instances of an ended gateway, and after a failure. */
export interface Reconnector {
	/**
	 * Opens the connections of these instances, or of all: connected instances become `connecting`, and instances that
	 * waited for a scan get a new QR code. Retries a failed connection later, unless its error is permanent.
	 */
	resume: (instanceIds?: ReadonlySet<InstanceId>) => Promise<void>;
	/** Cancels all retries and opens no further connections. */
	stop(): void;
}

export interface ReconnectorDeps {
	store: Store;
	clock: Clock;
	connections: Connections;
	fence: Fence;
	acquireLease: (instanceId: InstanceId) => Promise<void>;
	onError: (error: unknown, instanceId: InstanceId) => void;
}

export function createReconnector(deps: ReconnectorDeps): Reconnector {
	const { store, clock, connections } = deps;
	const waiting = new Map<InstanceId, Cancel>();
	let stopped = false;

	/** Records that a connection is being opened: one write for all that are opened at the same time. */
	const recordOpening = batch<InstanceId, undefined>({
		work: async (instanceIds, size) => {
			await store.commit(async (scope) => {
				await deps.fence(scope, instanceIds);
				await recordConnecting(scope, instanceIds, clock.now());
			}, size);
			return instanceIds.map(() => undefined);
		},
		untilStart: endOfTurn,
		sizeOf: () => OPENING_BYTES,
		canSplit: (error) => error instanceof LeaseLost,
	});

	/** Schedules a new connection, on which the network repeats all unacknowledged reports. */
	function schedule(instanceId: InstanceId): void {
		if (stopped || waiting.has(instanceId)) return;
		const cancel = clock.schedule(PAUSE, () => {
			waiting.delete(instanceId);
			reopen(instanceId).catch((error: unknown) => {
				onFailed(error, instanceId);
			});
		});
		waiting.set(instanceId, cancel);
	}

	async function reopen(instanceId: InstanceId): Promise<void> {
		await connections.drop(instanceId);
		await resume(new Set([instanceId]));
	}

	function onFailed(error: unknown, instanceId: InstanceId): void {
		if (stopped) return;
		deps.onError(error, instanceId);
		if (isRetryable(error)) schedule(instanceId);
	}

	async function resume(instanceIds?: ReadonlySet<InstanceId>): Promise<void> {
		const inUse = await listInstancesInUse(store.read, instanceIds).catch(
			(error: unknown): InstanceInUse[] => {
				if (instanceIds === undefined) throw error;
				for (const id of instanceIds) onFailed(error, id);
				return [];
			},
		);
		for (let from = 0; from < inUse.length && !stopped; from += BATCH_SIZE) {
			await Promise.all(inUse.slice(from, from + BATCH_SIZE).map(open));
		}
	}

	async function open({ id, status, pairing_phone: pairingPhone }: InstanceInUse): Promise<void> {
		try {
			await deps.acquireLease(id);
			// A QR code of the previous connection is no longer valid.
			await recordOpening(id);
			if (status === 'qr_pending') {
				// Not awaited, because a network may take long to return a QR code, or never respond.
				connections.link(id, { pairingPhone }).catch((error: unknown) => {
					onFailed(error, id);
				});
				return;
			}
			await connections.resume(id);
		} catch (error) {
			onFailed(error, id);
		}
	}

	const unsubscribe = store.listen((signal) => {
		if (signal.kind === 'connection_failed') schedule(signal.instanceId);
	});

	return {
		resume,
		stop() {
			stopped = true;
			unsubscribe();
			for (const cancel of waiting.values()) cancel();
			waiting.clear();
		},
	};
}

/** Returns false for a session that cannot be decrypted, and when another gateway holds the lease. */
function isRetryable(error: unknown): boolean {
	if (error instanceof LeaseLost || error instanceof CannotUnseal) return false;
	return !(error instanceof GatewayError) || error.code === 'service_unavailable';
}
