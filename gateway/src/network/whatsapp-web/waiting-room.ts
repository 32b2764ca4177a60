/** Lets work in while there is room. */
export interface Semaphore {
	/** Runs work when there is room for it, after what asked before. */
	acquire<T>(work: () => Promise<T>): Promise<T>;
}

/** Room for so many at a time. */
export function createSemaphore(size: number): Semaphore {
	let inside = 0;
	const waiting: (() => void)[] = [];
	return {
		async acquire(work) {
			if (inside === size) await new Promise<void>((resolve) => waiting.push(resolve));
			else inside += 1;
			try {
				return await work();
			} finally {
				// Who waits takes the place over, so that nobody who comes later gets it.
				const next = waiting.shift();
				if (next === undefined) inside -= 1;
				else next();
			}
		},
	};
}
