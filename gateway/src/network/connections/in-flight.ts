import type { InstanceId } from '../../domain/ids.ts';

/** Sends and reports that are not recorded yet, by instance. */
export interface InFlight {
	/** Runs such an operation; returns its result. */
	track<T>(instanceId: InstanceId, operation: () => Promise<T>): Promise<T>;
	/** Returns how many operations are in flight. */
	count(): number;
	/** Resolves when no operation of an instance is in flight, however the last one ended. */
	drain(instanceId: InstanceId): Promise<void>;
	/** Resolves when no operation is in flight. */
	drainAll(): Promise<void>;
}

export function createInFlight(): InFlight {
	const operations = new Map<InstanceId, Set<Promise<unknown>>>();

	async function drain(instanceId: InstanceId): Promise<void> {
		for (let left = operations.get(instanceId); left !== undefined; left = operations.get(instanceId)) {
			await Promise.allSettled(left);
		}
	}

	return {
		async track(instanceId, operation) {
			const ofInstance = operations.get(instanceId) ?? new Set();
			operations.set(instanceId, ofInstance);
			const running = operation();
			ofInstance.add(running);
			try {
				return await running;
			} finally {
				ofInstance.delete(running);
				if (ofInstance.size === 0) operations.delete(instanceId);
			}
		},
		count: () => [...operations.values()].reduce((sum, { size }) => sum + size, 0),
		drain,
		async drainAll() {
			await Promise.all([...operations.keys()].map(drain));
		},
	};
}
