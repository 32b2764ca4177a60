import type { Clock } from '../../domain/clock.ts';

/** The clock of a command. Unlike those of a gateway, its timers keep the process running. */
export const COMMAND_CLOCK: Clock = {
	now: () => Date.now(),
	schedule(delay, fire) {
		const timer = setTimeout(fire, delay);
		return () => {
			clearTimeout(timer);
		};
	},
};
