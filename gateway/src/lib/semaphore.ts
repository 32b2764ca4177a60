/** Lets a bounded number of pieces of work run at the same time; the others wait for their turn, in order. */
export type RunExclusive = <T>(work: () => Promise<T>) => Promise<T>;

export function createSemaphore(atOnce: number): RunExclusive {
	const waiting: (() => void)[] = [];
	let running = 0;

	return async (work) => {
		if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
		else running += 1;
		try {
			return await work();
		} finally {
			// Who waits takes over the place, so it is never free in between.
			const next = waiting.shift();
			if (next === undefined) running -= 1;
			else next();
		}
	};
}
