import { createSemaphore, type Semaphore } from '../concurrency/semaphore.ts';
import { dropOldest } from '../bounded/drop-oldest.ts';
import type { FindAddresses } from './target.ts';

/** Milliseconds from which a lookup was slow: name servers that are up answer within a fraction of it. */
const SLOW = 1000;
/** Lookups that run at the same time, of names that were not looked up before, and of names whose last one was slow. */
const NEW_AT_A_TIME = 8;
const SLOW_AT_A_TIME = 4;
/** Names whose last lookup is remembered; the one that was looked up first is forgotten first. */
const MAX_NAMES = 10_000;

/**
 * Limits concurrent lookups of names whose name servers may not answer. The system runs 16 of them at a time (see
 * runtime/threads.ts) and gives one up after 10 seconds and more, so that the dead names of some receivers would delay
 * the connections to all others. `now`: milliseconds of a clock that only goes forward.
 */
export function isolateSlowLookups(find: FindAddresses, now: () => number): FindAddresses {
	const wasSlow = new Map<string, boolean>();
	const lanes = { new: createSemaphore(NEW_AT_A_TIME), slow: createSemaphore(SLOW_AT_A_TIME) };

	function laneOf(hostname: string): Semaphore | null {
		const slow = wasSlow.get(hostname);
		if (slow === undefined) return lanes.new;
		return slow ? lanes.slow : null;
	}

	function remember(hostname: string, slow: boolean): void {
		wasSlow.set(hostname, slow);
		dropOldest(wasSlow, MAX_NAMES);
	}

	return (hostname, options, callback) => {
		const run = (): Promise<void> =>
			new Promise((resolve) => {
				const startedAt = now();
				find(hostname, options, (error, addresses) => {
					remember(hostname, now() - startedAt >= SLOW);
					resolve();
					callback(error, addresses);
				});
			});
		const lane = laneOf(hostname);
		void (lane === null ? run() : lane(run));
	};
}
