import type { ManualClock } from '../manual-clock.ts';
import { until } from '../until.ts';

/** Advances the clock by three seconds per check, which runs the sweeps, until a condition holds. */
export function sweptUntil<T>(
	clock: ManualClock,
	what: string,
	check: () => Promise<T | null | undefined | false>,
): Promise<T> {
	return until(what, async () => {
		clock.advance(3000);
		return check();
	});
}
