import type { Clock } from './clock.ts';

/** Milliseconds between two lookups: at most this long without a wake-up, and never shorter than the other. */
const LONGEST_PAUSE = 1000;
const SHORTEST_PAUSE = 20;

/** Waits for a condition by looking it up again and again: after each wake-up, and once a second without one. */
export interface Poller {
	/** Makes a waiting `until` look up at once. */
	wake(): void;
	/** Returns the first result that is not null, or null when `within` milliseconds have passed. */
	until<T>(within: number, lookup: () => Promise<T | null>): Promise<T | null>;
	sleep(milliseconds: number): Promise<void>;
}

export function createPoller(clock: Clock): Poller {
	let wakeUp = Promise.withResolvers<undefined>();

	async function sleep(milliseconds: number, interrupt?: Promise<undefined>): Promise<void> {
		const elapsed = Promise.withResolvers<undefined>();
		const cancel = clock.schedule(milliseconds, () => {
			elapsed.resolve(undefined);
		});
		await Promise.race(interrupt === undefined ? [elapsed.promise] : [elapsed.promise, interrupt]);
		cancel();
	}

	return {
		wake() {
			wakeUp.resolve(undefined);
			wakeUp = Promise.withResolvers();
		},
		sleep: (milliseconds) => sleep(milliseconds),
		async until(within, lookup) {
			const deadline = clock.now() + within;
			for (;;) {
				// Taken before the lookup, so that a wake-up during the lookup is not missed.
				const nextWakeUp = wakeUp.promise;
				const result = await lookup();
				if (result !== null) return result;
				const left = deadline - clock.now();
				if (left <= 0) return null;
				await sleep(Math.min(left, SHORTEST_PAUSE));
				await sleep(Math.max(0, Math.min(left, LONGEST_PAUSE) - SHORTEST_PAUSE), nextWakeUp);
			}
		},
	};
}
