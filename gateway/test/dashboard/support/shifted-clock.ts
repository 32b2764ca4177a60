import type { Clock } from '../../../src/domain/clock.ts';
import { systemClock } from '../../../src/runtime/system.ts';

/** The system's clock, which a test can move forward. */
export interface ShiftedClock extends Clock {
	/** Moves the time forward; timers that are set already keep their time. */
	shift(milliseconds: number): void;
}

export function createShiftedClock(): ShiftedClock {
	let shifted = 0;
	return {
		now: () => systemClock.now() + shifted,
		schedule: (delay, fire) => systemClock.schedule(delay, fire),
		shift(milliseconds) {
			shifted += milliseconds;
		},
	};
}
