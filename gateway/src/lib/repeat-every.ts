import type { Cancel, Clock } from '../domain/clock.ts';

/** Runs work repeatedly, each time `every` milliseconds after the last run ended. Returns the function that stops it. */
export function repeatEvery(
	clock: Clock,
	every: number,
	work: () => Promise<void>,
	onError: (error: unknown) => void,
): Cancel {
	let stopped = false;
	let cancel: Cancel = () => undefined;

	function schedule(): void {
		if (stopped) return;
		cancel = clock.schedule(every, () => work().catch(onError).finally(schedule));
	}

	schedule();
	return () => {
		stopped = true;
		cancel();
	};
}
