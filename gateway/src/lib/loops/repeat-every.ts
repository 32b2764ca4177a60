import type { Cancel, Clock } from '../../domain/clock.ts';

/**
 * Runs work repeatedly, and waits before each run. `every` is the wait in milliseconds, or a function that returns it for
 * the next run. Passes the error of a run to `onError`. Returns the function that stops the repetition.
 */
export function repeatEvery(
	clock: Clock,
	every: number | (() => number),
	work: () => Promise<void>,
	onError: (error: unknown) => void,
): Cancel {
	let stopped = false;
	let cancel: Cancel = () => undefined;

	function schedule(): void {
		if (stopped) return;
		const delay = typeof every === 'number' ? every : every();
		cancel = clock.schedule(delay, () => work().catch(onError).finally(schedule));
	}

	schedule();
	return () => {
		stopped = true;
		cancel();
	};
}
