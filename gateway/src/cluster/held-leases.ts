import type { InstanceId, ProcessId } from '../domain/ids.ts';
import {
	countInstancesInUse,
	listResumable,
	lockLeases,
	LeaseLost,
	listLeased,
	listUnowned,
	releaseLeases,
	acquireLeases,
	type Fence,
} from '../store/cluster/leases.ts';
import { maxLeases, type LeaseSums } from '../store/cluster/cluster-state.ts';
import { countProcesses } from '../store/cluster/processes.ts';
import type { Store } from '../store/store.ts';

/** Maximum leases acquired or released per round, so that a start or a crash does not open all connections at once. */
export const LEASES_AT_ONCE = 200;

/** The leases of instances that this process holds. */
export interface HeldLeases {
	holds(instanceId: InstanceId): boolean;
	/** Identifies the time for which this process holds a lease; null: it does not hold it. */
	tenureOf(instanceId: InstanceId): number | null;
	/** Acquires the lease of an instance, unless another live process holds it. Returns whether this process holds it. */
	acquire(instanceId: InstanceId): Promise<boolean>;
	/** Releases a lease. */
	release(instanceId: InstanceId): Promise<void>;
	fence: Fence;
	/** Returns the leases that this process knows of itself. */
	own(): LeaseSums;
	/** Acquires a fair share of the leases that no process holds. Returns their instances, which need a connection. */
	takeOver(): Promise<InstanceId[]>;
	/** Returns linked instances to hand over to processes with fewer. Their leases are held until they are released. */
	findExcess(): Promise<InstanceId[]>;
	/** Returns the instances whose leases other processes acquired. The caller must close their connections. */
	findLost(): Promise<InstanceId[]>;
	/** Releases leases that this process holds only in the database, because an acquisition or a release was interrupted. */
	releaseOrphaned(): Promise<void>;
}

/** Acquires the lease of an instance. Throws LeaseLost when another live process holds it. */
export async function acquireOrThrow(leases: HeldLeases, instanceId: InstanceId): Promise<void> {
	if (!(await leases.acquire(instanceId))) throw new LeaseLost();
}

/** The leases of the only process on its database: it holds all. */
export const ALWAYS_OWNED: HeldLeases = {
	holds: () => true,
	tenureOf: () => 0,
	acquire: () => Promise.resolve(true),
	release: () => Promise.resolve(),
	fence: () => Promise.resolve(),
	own: () => ({ count: 0, epochs: 0 }),
	takeOver: () => Promise.resolve([]),
	findExcess: () => Promise.resolve([]),
	findLost: () => Promise.resolve([]),
	releaseOrphaned: () => Promise.resolve(),
};

/** Holds leases in the database. Each has one holder, and an epoch that grows when the holder changes. */
export function createHeldLeases(store: Store, processId: ProcessId): HeldLeases {
	const epochs = new Map<InstanceId, number>();
	/** Acquisitions in progress. Concurrent callers share one. */
	const acquiring = new Map<InstanceId, Promise<boolean>>();
	/** Instances whose leases the database may already assign to this process. */
	const beingAcquired = new Set<readonly InstanceId[]>();

	async function acquireAll(instanceIds: readonly InstanceId[]): Promise<InstanceId[]> {
		beingAcquired.add(instanceIds);
		try {
			const leases = await store.commit(({ db }) => acquireLeases(db, processId, instanceIds));
			for (const { instanceId, epoch } of leases) epochs.set(instanceId, epoch);
			return leases.map(({ instanceId }) => instanceId);
		} finally {
			beingAcquired.delete(instanceIds);
		}
	}

	function release(instanceIds: readonly InstanceId[]): Promise<void> {
		return store.commit(({ db }) => releaseLeases(db, processId, instanceIds));
	}

	/** Returns how many more leases this process may have; negative: it has too many. */
	async function room(): Promise<number> {
		// Before the reads: leases that are acquired meanwhile are not among the instances that these count.
		const own = epochs.size;
		const [inUse, processes] = [await countInstancesInUse(store.read), await countProcesses(store.read)];
		return maxLeases({ inUse, processes }) - own;
	}

	return {
		holds: (instanceId) => epochs.has(instanceId),
		tenureOf: (instanceId) => epochs.get(instanceId) ?? null,
		async acquire(instanceId) {
			if (epochs.has(instanceId)) return true;
			const acquired = acquiring.get(instanceId) ?? acquireAll([instanceId]).then((ids) => ids.length > 0);
			acquiring.set(instanceId, acquired);
			try {
				return await acquired;
			} finally {
				acquiring.delete(instanceId);
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
		own() {
			let sum = 0;
			for (const epoch of epochs.values()) sum += epoch;
			return { count: epochs.size, epochs: sum };
		},
		async takeOver() {
			const unowned = await listUnowned(store.read, LEASES_AT_ONCE);
			if (unowned.length === 0) return [];
			return acquireAll(unowned.slice(0, Math.max(0, await room())));
		},
		async findExcess() {
			const tooMany = -(await room());
			if (tooMany <= 0) return [];
			return listResumable(store.read, processId, Math.min(tooMany, LEASES_AT_ONCE));
		},
		async findLost() {
			// Read without locks, because the fence rejects writes of lost leases. Every lease known here was committed before
			// the read, so a lease that the read does not return was lost.
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
			const known = new Set([...epochs.keys(), ...[...beingAcquired].flat()]);
			const forgotten = [...ours.keys()].filter((id) => !known.has(id)).slice(0, LEASES_AT_ONCE);
			if (forgotten.length > 0) await release(forgotten);
		},
	};
}
