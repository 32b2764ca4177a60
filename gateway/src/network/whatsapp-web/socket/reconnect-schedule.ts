import type { Clock } from '../../../domain/clock.ts';

/** Connections in a row that are reopened without a delay. */
const MAX_RESTARTS = 3;
/** Milliseconds a connection has to last to reset the counts of restarts and failures. */
const STABLE_AFTER = 30_000;
/** Milliseconds without a successful login after which the schedule ends. */
const GIVE_UP_AFTER = 24 * 3_600_000;

/** Milliseconds before the first retry; doubled with each failure up to the maximum. */
const FIRST_DELAY = 1000;
const MAX_DELAY = 60_000;
/** The maximum where the last connection logged in: WhatsApp is reachable and accepts the device. */
const MAX_DELAY_AFTER_LOGIN = 15_000;

/** When to open the next connection of a device. */
export type NextConnection =
	| { when: 'now' }
	/** `failures`: failed connections in a row. */
	| { when: 'later'; delay: number; failures: number }
	/** WhatsApp was unreachable for too long. */
	| { when: 'never' };

/** Decides when to reconnect, from the results of the connections before. */
export interface ReconnectSchedule {
	/** A connection is being opened. */
	onAttempt(): void;
	/** WhatsApp has accepted the device. */
	onConnected(): void;
	/** The connection has ended. `immediately`: not because of a failure, so no delay is needed. */
	next(immediately: boolean): NextConnection;
}

export function createReconnectSchedule(clock: Clock, random: () => number): ReconnectSchedule {
	let openedAt = 0;
	let restarts = 0;
	let failures = 0;
	let failingSince: number | null = null;
	let wasLoggedIn = false;

	return {
		onAttempt() {
			openedAt = clock.now();
			wasLoggedIn = false;
		},
		onConnected() {
			failingSince = null;
			wasLoggedIn = true;
		},
		next(immediately) {
			const now = clock.now();
			if (now - openedAt > STABLE_AFTER) {
				restarts = 0;
				failures = 0;
			}
			failingSince ??= now;
			if (now - failingSince > GIVE_UP_AFTER) return { when: 'never' };
			if (immediately && restarts < MAX_RESTARTS) {
				restarts += 1;
				return { when: 'now' };
			}
			failures += 1;
			const maxDelay = wasLoggedIn ? MAX_DELAY_AFTER_LOGIN : MAX_DELAY;
			return { when: 'later', delay: backoff(failures, maxDelay, random), failures };
		},
	};
}

/**
 * Exponential backoff, in milliseconds. Up to half of the delay is random, so that many instances do not reconnect in
 * the same moment. `random` returns a number in [0, 1).
 */
function backoff(failures: number, maxDelay: number, random: () => number): number {
	const delay = Math.min(FIRST_DELAY * 2 ** Math.max(0, failures - 1), maxDelay);
	return Math.round(delay * (1 - random() / 2));
}
