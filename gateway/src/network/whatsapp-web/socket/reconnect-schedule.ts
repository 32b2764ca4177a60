import type { Clock } from '../../../domain/clock.ts';
import { backOff, GIVEN_UP_AFTER } from './back-off.ts';

/** Connections in a row that are opened again at once. */
const RESTARTS = 3;
/** Milliseconds after which a connection counts as one that held: the next failure is the first one again. */
const LASTED = 30_000;

/** When the next connection of a device is to be opened. */
export type NextConnection =
	| { when: 'now' }
	/** `failures`: how many there were in a row. */
	| { when: 'later'; delay: number; failures: number }
	/** WhatsApp could not be reached for too long. */
	| { when: 'never' };

/** Decides when to connect again, from how the connections before have fared. */
export interface ReconnectSchedule {
	/** A connection is being opened. */
	opening(): void;
	/** WhatsApp has let the device in. */
	connected(): void;
	/** The connection has ended. `atOnce`: nothing is wrong, WhatsApp only wants a new one. */
	next(atOnce: boolean): NextConnection;
}

export function createReconnectSchedule(clock: Clock, random: () => number): ReconnectSchedule {
	let openedAt = 0;
	let restarts = 0;
	let failures = 0;
	let failingSince: number | null = null;
	let wasLetIn = false;

	return {
		opening() {
			openedAt = clock.now();
			wasLetIn = false;
		},
		connected() {
			failingSince = null;
			wasLetIn = true;
		},
		next(atOnce) {
			const now = clock.now();
			if (now - openedAt > LASTED) {
				restarts = 0;
				failures = 0;
			}
			failingSince ??= now;
			if (now - failingSince > GIVEN_UP_AFTER) return { when: 'never' };
			if (atOnce && restarts < RESTARTS) {
				restarts += 1;
				return { when: 'now' };
			}
			failures += 1;
			return { when: 'later', delay: backOff(failures, random, wasLetIn), failures };
		},
	};
}
