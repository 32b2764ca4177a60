import type { Clock } from '../../src/domain/clock.ts';

interface Timer {
	at: number;
	fire: () => void;
}

export interface ManualClock extends Clock {
	/** Advances the time and fires the timers that fall due, each at its own time. */
	advance(milliseconds: number): void;
	/** Returns the times at which timers fire, in epoch milliseconds, earliest first. */
	pending(): number[];
}

/** Creates a clock that stands still until a test advances it. */
export function createManualClock(start = Date.UTC(2026, 0, 31, 12)): ManualClock {
	let now = start;
	const timers = new Set<Timer>();
	const soonest = (): Timer | undefined => [...timers].sort((a, b) => a.at - b.at)[0];
	return {
		now: () => now,
		schedule(delay, fire) {
			const timer = { at: now + delay, fire };
			timers.add(timer);
			// A timer that is due at once does not wait for the test to advance the clock.
			if (delay <= 0) {
				setImmediate(() => {
					if (timers.delete(timer)) fire();
				});
			}
			return () => timers.delete(timer);
		},
		advance(milliseconds) {
			const end = now + milliseconds;
			for (let next = soonest(); next !== undefined && next.at <= end; next = soonest()) {
				timers.delete(next);
				now = next.at;
				next.fire();
			}
			now = end;
		},
		pending: () => [...timers].map((timer) => timer.at).sort((a, b) => a - b),
	};
}
