import type { Cancel, Clock } from '../domain/clock.ts';

/** What a loop waits for when it has nothing to do. */
export interface Condition {
	/** Ends the current wait, or the next one at once. */
	notify(): void;
	/** Waits for a notification, at most until this time (epoch milliseconds; null: without a limit). */
	wait(until: number | null): Promise<void>;
}

/** Creates a condition for one loop, which waits once at a time. */
export function createCondition(clock: Clock): Condition {
	let isNotified = false;
	let end: (() => void) | null = null;

	return {
		notify() {
			isNotified = true;
			end?.();
		},
		async wait(until) {
			if (!isNotified) {
				let cancel: Cancel = () => undefined;
				await new Promise<void>((resolve) => {
					end = resolve;
					if (until !== null) cancel = clock.schedule(Math.max(0, until - clock.now()), resolve);
				});
				end = null;
				cancel();
			}
			isNotified = false;
		},
	};
}
