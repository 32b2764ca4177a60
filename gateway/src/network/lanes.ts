/** Runs work in lanes: in order within a lane, lanes side by side. */
export interface Lanes {
	/**
	 * Runs the work when all earlier work of the same lane has ended, however it ended; returns what it returns. A lane
	 * without work takes no memory. Work must not wait for later work of its own lane.
	 */
	run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Creates lanes for what has to stay in order only with its own kind, such as the messages of one sender in one chat.
 * A failure is that of the work it happened in: the rest of the lane goes on.
 */
export function createLanes(): Lanes {
	/** By lane, settles with the last work that was given to it; never rejects. */
	const last = new Map<string, Promise<void>>();

	return {
		run(key, work) {
			const before = last.get(key) ?? Promise.resolve();
			const result = before.then(work);
			const ended = result
				.then(
					() => undefined,
					() => undefined,
				)
				.then(() => {
					if (last.get(key) === ended) last.delete(key);
				});
			last.set(key, ended);
			return result;
		},
	};
}
