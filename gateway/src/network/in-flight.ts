import type { InstanceId } from '../domain/ids.ts';

/** What networks took over or told, and is not recorded yet, instance by instance. */
export interface InFlight {
	/** Does such work, and gives what it gives. */
	track<T>(instanceId: InstanceId, work: () => Promise<T>): Promise<T>;
	/** Resolves when none of an instance is left, however it ended. */
	drain(instanceId: InstanceId): Promise<void>;
}

export function createInFlight(): InFlight {
	const works = new Map<InstanceId, Set<Promise<unknown>>>();
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
		async drain(instanceId) {
			for (let left = works.get(instanceId); left !== undefined; left = works.get(instanceId)) {
				await Promise.allSettled(left);
			}
		},
	};
}
