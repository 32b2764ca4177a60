import type { Clock } from '../../domain/clock.ts';

/** The wait of a loop between two iterations. */
export interface WakeUp {
	/** Ends the current wait; without one, the next. */
	notify(): void;
	/** Waits until a time, in epoch milliseconds (Infinity: no limit), or a notification. */
	wait(until: number): Promise<void>;
}

export function createWakeUp(clock: Clock): WakeUp {
	let notified = false;
	let endWait = (): void => undefined;

	return {
		notify() {
			notified = true;
			endWait();
		},
		async wait(until) {
			const delay = until - clock.now();
			if (!notified && delay > 0) {
				const { promise, resolve } = Promise.withResolvers<undefined>();
				endWait = () => {
					resolve(undefined);
				};
				const cancel = delay === Infinity ? (): void => undefined : clock.schedule(delay, endWait);
				await promise;
				cancel();
			}
			notified = false;
		},
	};
}
