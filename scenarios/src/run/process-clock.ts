import type { Clock } from './clock.ts';

/** Its timers keep the process running, unlike those of the gateway: a step may do nothing but wait. */
export const processClock: Clock = {
	now: () => Date.now(),
	schedule(delay, fire) {
		const timer = setTimeout(fire, delay);
		return () => {
			clearTimeout(timer);
		};
	},
};
