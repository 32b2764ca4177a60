import type { Cancel, Clock } from '../../domain/clock.ts';

/**
 * Runs work repeatedly, each time `every` milliseconds after the last run ended, or as many as it returns. Returns the
 * function that stops it.
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
