import type { InstanceId } from '../domain/ids.ts';

/** Sends and reports that are not recorded yet, instance by instance. */
export interface InFlight {
	/** Runs such work; returns its result. */
	track<T>(instanceId: InstanceId, work: () => Promise<T>): Promise<T>;
	/** Resolves when none of an instance is left, however it ended. */
	drain(instanceId: InstanceId): Promise<void>;
	/** Resolves when none is left. */
	drainAll(): Promise<void>;
}

export function createInFlight(): InFlight {
	const works = new Map<InstanceId, Set<Promise<unknown>>>();

	async function drain(instanceId: InstanceId): Promise<void> {
		for (let left = works.get(instanceId); left !== undefined; left = works.get(instanceId)) {
			await Promise.allSettled(left);
		}
	}

	return {
		async track(instanceId, work) {
			const ofInstance = works.get(instanceId) ?? new Set();
			works.set(instanceId, ofInstance);
			const begun = work();
			ofInstance.add(begun);
			try {
				return await begun;
			} finally {
				ofInstance.delete(begun);
				if (ofInstance.size === 0) works.delete(instanceId);
			}
		},
		drain,
		async drainAll() {
			await Promise.all([...works.keys()].map(drain));
		},
	};
}
