import type { Clock } from './clock.ts';

/** Milliseconds between two looks while nothing is heard, and at least between any two. */
const LONGEST_PAUSE = 1000;
const SHORTEST_PAUSE = 20;

/** Waiting for what a gateway does, and looking again whenever something was heard of it. */
export interface Waiting {
	/** Something was heard. */
	wake(): void;
	/** Looks until there is something, or the time is over: then null. */
	until<T>(within: number, look: () => Promise<T | null>): Promise<T | null>;
	pause(milliseconds: number): Promise<void>;
}

export function createWaiting(clock: Clock): Waiting {
	let heard = Promise.withResolvers<undefined>();

	async function pause(milliseconds: number, earlier?: Promise<undefined>): Promise<void> {
		const over = Promise.withResolvers<undefined>();
		const cancel = clock.schedule(milliseconds, () => {
			over.resolve(undefined);
		});
		await Promise.race(earlier === undefined ? [over.promise] : [over.promise, earlier]);
		cancel();
	}

	return {
		wake() {
			heard.resolve(undefined);
			heard = Promise.withResolvers();
		},
		pause: (milliseconds) => pause(milliseconds),
		async until(within, look) {
			const end = clock.now() + within;
			for (;;) {
				const next = heard.promise;
				const found = await look();
				if (found !== null) return found;
				const left = end - clock.now();
				if (left <= 0) return null;
				await pause(Math.min(left, SHORTEST_PAUSE));
				await pause(Math.max(0, Math.min(left, LONGEST_PAUSE) - SHORTEST_PAUSE), next);
			}
		},
	};
}
