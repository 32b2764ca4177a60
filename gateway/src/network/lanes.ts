/** Runs work in lanes: in order within a lane, lanes side by side. */
export interface Lanes {
	/**
	 * Runs the work when all earlier work of the same lane has ended, however it ended; returns what it returns. A lane
	 * without work takes no memory. Work must not wait for later work of its own lane.
	 */
	run<T>(key: string, work: () => Promise<T>): Promise<T>;
	/** How much work of a lane has not ended. */
	size(key: string): number;
}

interface Lane {
	/** Settles with the last work that was given to the lane; never rejects. */
	last: Promise<void>;
	size: number;
}

/**
 * Creates lanes for what has to stay in order only with its own kind, such as the messages of one sender in one chat.
 * A failure is that of the work it happened in: the rest of the lane goes on.
 */
export function createLanes(): Lanes {
	const lanes = new Map<string, Lane>();

	return {
		run(key, work) {
			const lane = lanes.get(key) ?? { last: Promise.resolve(), size: 0 };
			lanes.set(key, lane);
			lane.size += 1;
			const result = lane.last.then(work);
			const end = (): void => {
				lane.size -= 1;
				if (lane.size === 0) lanes.delete(key);
			};
			lane.last = result.then(end, end);
			return result;
		},
		size: (key) => lanes.get(key)?.size ?? 0,
	};
}
