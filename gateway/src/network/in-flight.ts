import type { InstanceId } from '../domain/ids.ts';

/** Tracks operations by instance: sends and reports whose results are not recorded yet. */
export interface InFlight {
	/** Runs an operation and returns its result. */
	track<T>(instanceId: InstanceId, operation: () => Promise<T>): Promise<T>;
	/** Resolves when all operations of an instance have settled. */
	drain(instanceId: InstanceId): Promise<void>;
}

export function createInFlight(): InFlight {
	const operations = new Map<InstanceId, Set<Promise<unknown>>>();
	return {
		async track(instanceId, operation) {
			const ofInstance = operations.get(instanceId) ?? new Set();
			operations.set(instanceId, ofInstance);
			const promise = operation();
			ofInstance.add(promise);
			try {
				return await promise;
			} finally {
				ofInstance.delete(promise);
				if (ofInstance.size === 0) operations.delete(instanceId);
			}
		},
		async drain(instanceId) {
			// More operations may start while this waits.
			for (let left = operations.get(instanceId); left !== undefined; left = operations.get(instanceId)) {
				await Promise.allSettled(left);
			}
		},
	};
}
