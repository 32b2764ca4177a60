import type { ManualClock } from './manual-clock.ts';
import { until } from './until.ts';

/** Lets time go on, three seconds a look, with its sweeps and the pauses in them, until a condition holds. */
export function sweptUntil<T>(
	clock: ManualClock,
	what: string,
	look: () => Promise<T | null | undefined | false>,
): Promise<T> {
	return until(what, async () => {
		clock.advance(3000);
		return look();
	});
}
