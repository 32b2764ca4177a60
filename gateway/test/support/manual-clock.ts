import type { Clock } from '../../src/domain/clock.ts';

interface Timer {
	at: number;
	fire: () => void;
}

export interface ManualClock extends Clock {
	/** Moves time on, firing what falls due on the way, each at its own moment. */
	advance(milliseconds: number): void;
	/** When the next timers fire, in epoch milliseconds, soonest first. */
	pending(): number[];
}

/** A clock that stands still until a test moves it. */
export function createManualClock(start = Date.UTC(2026, 0, 31, 12)): ManualClock {
	let now = start;
	const timers = new Set<Timer>();
	const soonest = (): Timer | undefined => [...timers].sort((a, b) => a.at - b.at)[0];
	return {
		now: () => now,
		schedule(delay, fire) {
			const timer = { at: now + delay, fire };
			timers.add(timer);
			// What is due at once does not wait for the test to move the clock.
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
