import { sleep, type Clock } from '../domain/clock.ts';
import { createSemaphore } from './concurrency/semaphore.ts';

/**
 * Runs work while few others run at the same time, and not too soon after those before; further work waits in order of
 * arrival. `check` is called first: where it throws, the work is not begun and does not count.
 */
export type RateLimit = <T>(work: () => Promise<T>, check?: () => void) => Promise<T>;

/**
 * Creates a rate limit: at most `maxConcurrent` run at the same time; the first `burst` begin without a pause, and then
 * one begins each `interval` milliseconds.
 */
export function createRateLimit(
	clock: Clock,
	{ maxConcurrent, burst, interval }: { maxConcurrent: number; burst: number; interval: number },
): RateLimit {
	const limit = createSemaphore(maxConcurrent);
	/** When the next work may begin, in the past as long as there is something left of the burst. */
	let nextAt = -Infinity;

	return (work, check = () => undefined) =>
		limit(async () => {
			check();
			const now = clock.now();
			nextAt = Math.max(nextAt, now - (burst - 1) * interval);
			// Bounded by the queue before it, in case the clock was set back.
			const pause = Math.min(nextAt - now, maxConcurrent * interval);
			nextAt = Math.min(nextAt, now + pause) + interval;
			if (pause > 0) await sleep(clock, pause);
			return work();
		});
}
