import type { Clock } from '../domain/clock.ts';
import type { InstanceId, ProcessId } from '../domain/ids.ts';
import { repeatEvery } from '../lib/repeat-every.ts';
import type { Connections } from '../network/connections.ts';
import { isSettled, readClusterState } from '../store/cluster/cluster-state.ts';
import { deleteDeadProcesses } from '../store/cluster/processes.ts';
import type { Store } from '../store/store.ts';
import { releaseClaims, releaseClaimsOf } from '../store/webhooks/release-claims.ts';
import { AT_ONCE, type LeaseManager } from './lease-manager.ts';
import type { ClusterNode } from './node.ts';

/** Milliseconds between two looks at the state of the cluster. */
const INTERVAL = 1000;

export interface TakeOverDeps {
	store: Store;
	clock: Clock;
	node: ClusterNode;
	connections: Pick<Connections, 'drop'>;
	/** Opens the connections of these instances, or of all that were connected. */
	resume: (instanceIds?: ReadonlySet<InstanceId>) => Promise<void>;
	onError: (error: unknown) => void;
}

/**
 * Takes over the instances and claims of ended processes: once on a single node, otherwise whenever a look every second
 * shows that there is something to do. Resolves after the first round with the function that stops the looks.
 */
export async function startTakeOver(deps: TakeOverDeps): Promise<() => void> {
	const { store, clock, node, resume, onError } = deps;
	const { id, leases } = node;
	if (id === null) {
		await store.commit(({ db }) => releaseClaims(db, clock.now()));
		store.publish({ kind: 'delivery_due' });
		await resume();
		return () => undefined;
	}
	store.publish({ kind: 'delivery_due' });
	await takeOver(deps, id);
	let stopped = false;
	const look = async (): Promise<void> => {
		if (isSettled(await readClusterState(store.read, id), leases.own())) return;
		while (!stopped && (await takeOver(deps, id)));
	};
	const stopLooking = repeatEvery(clock, INTERVAL, look, onError);
	return () => {
		stopped = true;
		stopLooking();
	};
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
	if (dead.length > 0) store.publish({ kind: 'delivery_due' });
	for (const instanceId of await leases.findLost()) await connections.drop(instanceId);
	await leases.releaseOrphaned();
	await giveAwayExcess(leases, connections);
	const taken = await leases.takeOver();
	if (taken.length > 0) await resume(new Set(taken));
	return taken.length >= AT_ONCE;
}

async function giveAwayExcess(leases: LeaseManager, connections: Pick<Connections, 'drop'>): Promise<void> {
	for (const instanceId of await leases.findExcess()) {
		await connections.drop(instanceId);
		await leases.release(instanceId);
	}
}
