/** Runs work while fewer than the limit run at the same time; further work waits in order of arrival. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

export function createSemaphore(limit: number): Semaphore {
	const waiting: (() => void)[] = [];
	let running = 0;

	return async (work) => {
		if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
		else running += 1;
		try {
			return await work();
		} finally {
			// The next waiter takes over the slot, so that no later caller can slip in between.
			const next = waiting.shift();
			if (next === undefined) running -= 1;
			else next();
		}
	};
}
