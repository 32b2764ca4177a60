import type { InstanceId, ProcessId } from '../domain/ids.ts';
import {
	countInstancesInUse,
	lockLeases,
	LeaseLost,
	listLeased,
	listUnowned,
	releaseLeases,
	acquireLeases,
	type Fence,
} from '../store/cluster/leases.ts';
import { countProcesses } from '../store/cluster/processes.ts';
import type { Store } from '../store/store.ts';

/** Instances taken over or given away in one look, so that a start or a death does not open all at once. */
const AT_ONCE = 200;

/** Which instances this process drives. */
export interface LeaseManager {
	holds(instanceId: InstanceId): boolean;
	/** Takes the lease of an instance unless another process that is alive has it; gives whether it is ours. */
	acquire(instanceId: InstanceId): Promise<boolean>;
	/** Gives a lease back. */
	release(instanceId: InstanceId): Promise<void>;
	fence: Fence;
	/** Takes over a fair share of the instances nobody drives; gives those that now need a connection. */
	takeOver(): Promise<InstanceId[]>;
	/** Instances to give away, because others have fewer; they stay ours until they are released. */
	findExcess(): Promise<InstanceId[]>;
	/** Leases others have taken meanwhile: their connections here have to end. */
	findLost(): Promise<InstanceId[]>;
	/** Gives back leases that are ours in the database alone: taking one, or giving it back, was cut short. */
	releaseOrphaned(): Promise<void>;
}

/** Acquires the lease of an instance. Throws LeaseLost where another process that is alive has it. */
export async function acquireOrThrow(leases: LeaseManager, instanceId: InstanceId): Promise<void> {
	if (!(await leases.acquire(instanceId))) throw new LeaseLost();
}

/** The only process on its database drives everything. */
export const ALWAYS_OWNED: LeaseManager = {
	holds: () => true,
	acquire: () => Promise.resolve(true),
	release: () => Promise.resolve(),
	fence: () => Promise.resolve(),
	takeOver: () => Promise.resolve([]),
	findExcess: () => Promise.resolve([]),
	findLost: () => Promise.resolve([]),
	releaseOrphaned: () => Promise.resolve(),
};

/** Ownership by leases in the database: each has one owner, and an epoch that rises when it changes hands. */
export function createLeaseManager(store: Store, processId: ProcessId): LeaseManager {
	const epochs = new Map<InstanceId, number>();
	/** Who asks for a lease that is just being taken gets the same answer. */
	const taking = new Map<InstanceId, Promise<boolean>>();
	/** May be ours in the database already. */
	const beingTaken = new Set<readonly InstanceId[]>();

	async function take(instanceIds: readonly InstanceId[]): Promise<InstanceId[]> {
		beingTaken.add(instanceIds);
		try {
			const leases = await store.commit(({ db }) => acquireLeases(db, processId, instanceIds));
			for (const { instanceId, epoch } of leases) epochs.set(instanceId, epoch);
			return leases.map(({ instanceId }) => instanceId);
		} finally {
			beingTaken.delete(instanceIds);
		}
	}

	function release(instanceIds: readonly InstanceId[]): Promise<void> {
		return store.commit(({ db }) => releaseLeases(db, processId, instanceIds));
	}

	/** How many instances each process should drive. */
	async function fairShare(): Promise<number> {
		const [instances, processes] = [await countInstancesInUse(store.read), await countProcesses(store.read)];
		return Math.ceil(instances / Math.max(1, processes));
	}

	return {
		holds: (instanceId) => epochs.has(instanceId),
		async acquire(instanceId) {
			if (epochs.has(instanceId)) return true;
			const begun = taking.get(instanceId) ?? take([instanceId]).then((taken) => taken.length > 0);
			taking.set(instanceId, begun);
			try {
				return await begun;
			} finally {
				taking.delete(instanceId);
			}
		},
		async release(instanceId) {
			epochs.delete(instanceId);
			await release([instanceId]);
		},
		async fence({ db }, instanceIds) {
			const ids = [...new Set(instanceIds)];
			const held = await lockLeases(db, processId, ids);
			if (ids.some((id) => held.get(id) === undefined || held.get(id) !== epochs.get(id)))
				throw new LeaseLost();
		},
		async takeOver() {
			const unowned = await listUnowned(store.read, AT_ONCE);
			if (unowned.length === 0) return [];
			// One more than fair, so that a remainder does not stay with nobody.
			const room = (await fairShare()) + 1 - epochs.size;
			return take(unowned.slice(0, Math.max(0, room)));
		},
		async findExcess() {
			const share = await fairShare();
			const tooMany = epochs.size - share - 1;
			return tooMany > 0 ? [...epochs.keys()].slice(0, Math.min(tooMany, AT_ONCE)) : [];
		},
		async findLost() {
			// Read without locks: fences refuse what is written meanwhile. A lease that is known here was committed before
			// the read begins, so that one that is missing from it was lost.
			const known = [...epochs];
			const held = await listLeased(store.read, processId);
			const isGone = ([id, epoch]: readonly [InstanceId, number]): boolean =>
				held.get(id) !== epoch && epochs.get(id) === epoch;
			const gone = known.filter(isGone).map(([id]) => id);
			for (const id of gone) epochs.delete(id);
			return gone;
		},
		async releaseOrphaned() {
			const ours = await listLeased(store.read, processId);
			const known = new Set([...epochs.keys(), ...[...beingTaken].flat()]);
			const forgotten = [...ours.keys()].filter((id) => !known.has(id)).slice(0, AT_ONCE);
			if (forgotten.length > 0) await release(forgotten);
		},
	};
}
