import type { Cancel, Clock } from '../domain/clock.ts';

/** Does a piece of work again and again, each time so long after the last one ended. Gives what stops it. */
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
		cancel = clock.schedule(every, () => {
			void work().catch(onError).finally(schedule);
		});
	}

	schedule();
	return () => {
		stopped = true;
		cancel();
	};
}
