import { sleep, type Clock } from '../domain/clock.ts';
import type { InstanceId, ProcessId } from '../domain/ids.ts';
import type { Connections } from '../network/connections/connections.ts';
import { isSettled } from '../store/cluster/cluster-state.ts';
import { deleteDeadProcesses } from '../store/cluster/processes.ts';
import type { Store } from '../store/store.ts';
import { releaseClaims, releaseClaimsOf } from '../store/webhooks/deliveries/release-claims.ts';
import { LEASES_AT_ONCE, type HeldLeases } from './held-leases.ts';
import type { ClusterNode } from './node.ts';

export interface TakeOverDeps {
	store: Store;
	clock: Clock;
	node: ClusterNode;
	connections: Pick<Connections, 'drop'>;
	/** Opens the connections of these instances, or of all that were connected. */
	resume: (instanceIds?: ReadonlySet<InstanceId>) => Promise<void>;
	onError: (error: unknown) => void;
}

/** Milliseconds until the only node tries again to read which instances were connected. */
const RETRY_PAUSE = 1000;

export interface TakeOver {
	/** Resolves when the connections of the first round are open. */
	resumed: Promise<void>;
	stop: () => void;
}

/**
 * Takes over the instances and claims of ended processes: once on a single node, otherwise whenever a heartbeat shows
 * that there is something to do. It does not wait for connections: an account may take long to connect.
 */
export async function startTakeOver(deps: TakeOverDeps): Promise<TakeOver> {
	const { store, clock, node } = deps;
	const { id } = node;
	if (id === null) {
		await store.commit(({ db }) => releaseClaims(db, clock.now()));
		store.publish({ kind: 'delivery_due' });
		return resumeAll(deps);
	}
	store.publish({ kind: 'delivery_due' });
	return takeOverRepeatedly(deps, id);
}

/** Opens the connections of all instances, and tries again where the store cannot say which. */
function resumeAll({ clock, resume, onError }: TakeOverDeps): TakeOver {
	let stopped = false;
	async function resumeOrRetry(): Promise<void> {
		while (!stopped) {
			try {
				await resume();
				return;
			} catch (error) {
				onError(error);
				await sleep(clock, RETRY_PAUSE);
			}
		}
	}
	const stop = (): void => {
		stopped = true;
	};
	return { resumed: resumeOrRetry(), stop };
}

function takeOverRepeatedly(deps: TakeOverDeps, id: ProcessId): TakeOver {
	const { node, onError } = deps;
	let stopped = false;
	let working: Promise<void> | null = null;
	async function takeOverAll(): Promise<void> {
		while (!stopped && (await takeOver(deps, id)));
	}
	function start(): Promise<void> {
		// Not awaited by a heartbeat, which waits for nothing.
		working ??= takeOverAll()
			.catch(onError)
			.finally(() => {
				working = null;
			});
		return working;
	}
	const unsubscribe = node.onHeartbeat((state) => {
		if (!isSettled(state, node.leases.own())) void start();
	});
	const stop = (): void => {
		stopped = true;
		unsubscribe();
	};
	return { resumed: start(), stop };
}

/** One round. Returns whether the next one has to follow at once, because this one took as many instances as it may. */
async function takeOver(deps: TakeOverDeps, id: ProcessId): Promise<boolean> {
	const { store, clock, connections, resume } = deps;
	const { leases } = deps.node;
	const dead = await store.commit(async ({ db }) => {
		const gone = await deleteDeadProcesses(db, id);
		for (const process of gone) await releaseClaimsOf(db, process, clock.now());
		return gone;
	});
	if (dead.length > 0) {
		store.publish({ kind: 'delivery_due' });
		// The dead process may have ended before it notified the others of its events.
		store.publish({ kind: 'feed_gap', everywhere: true });
	}
	for (const instanceId of await leases.findLost()) await connections.drop(instanceId);
	await leases.releaseOrphaned();
	await releaseExcessLeases(leases, connections);
	const taken = await leases.takeOver();
	if (taken.length > 0) await resume(new Set(taken));
	return taken.length >= LEASES_AT_ONCE;
}

async function releaseExcessLeases(
	leases: HeldLeases,
	connections: Pick<Connections, 'drop'>,
): Promise<void> {
	for (const instanceId of await leases.findExcess()) {
		await connections.drop(instanceId);
		await leases.release(instanceId);
	}
}
