/** Runs tasks with the same key in order, and those with different keys concurrently. */
export interface KeyedQueue {
	/**
	 * Runs the task when all earlier tasks with the same key have settled, and returns its result. A key without tasks
	 * uses no memory. A task must not wait for a later task with its own key, which would never start.
	 */
	run<T>(key: string, task: () => Promise<T>): Promise<T>;
	/** Returns how many tasks with this key have not settled. */
	size(key: string): number;
	/** Resolves when all tasks with this key that were started so far have settled. Never rejects. */
	settled(key: string): Promise<void>;
}

interface Queue {
	/** Resolves when the last queued task has settled. Never rejects. */
	last: Promise<void>;
	size: number;
}

/**
 * Creates a queue for work whose order matters only within a key, such as the messages of one sender in one chat. A
 * task that fails does not stop the later tasks with its key.
 */
export function createKeyedQueue(): KeyedQueue {
	const queues = new Map<string, Queue>();

	return {
		run(key, task) {
			const queue = queues.get(key) ?? { last: Promise.resolve(), size: 0 };
			queues.set(key, queue);
			queue.size += 1;
			const result = queue.last.then(task);
			const onSettled = (): void => {
				queue.size -= 1;
				if (queue.size === 0) queues.delete(key);
			};
			queue.last = result.then(onSettled, onSettled);
			return result;
		},
		size: (key) => queues.get(key)?.size ?? 0,
		settled: (key) => queues.get(key)?.last ?? Promise.resolve(),
	};
}
