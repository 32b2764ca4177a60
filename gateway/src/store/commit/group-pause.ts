/** Rows a second from which groups are paced: some fifty messages with their events. */
const PACED_RATE = 800;
/** A group of more rows is followed by a shorter pause. */
const FULL_PAUSE_ROWS = 128;
/** Milliseconds over which the rate is measured. */
const WINDOW = 500;
/** Milliseconds without a group after which the rate is measured anew, because it describes a steady flow of messages. */
const IDLE_TIME = 50;
/** Part of the rate that pauses leave, at least, where callers do not wait for each answer. */
const TOLERATED = 0.7;
/** Milliseconds from a decision for or against pauses to the next one; each time twice as long while it is the same. */
const DECISION_TIME = { first: 2000, longest: 60_000 };

/**
 * Creates a function that returns the milliseconds from the start of a group of `rows` rows to that of the next one.
 * Its `idle`: milliseconds for which no group was executed before this one. `longest`: milliseconds of the longest pause;
 * 0: none. `now`: milliseconds of a clock that always runs.
 *
 * A group costs the database and the gateway more than its rows do; with pauses, messages that arrive one after the other
 * share a group. The sum of the cost of groups and the waiting time of messages is smallest where the pause is inversely
 * proportional to the square root of the rate. Callers that wait for each answer send less with pauses, so pauses are
 * tried now and then, and kept unless the rate falls. A burst is not paced: its first message would wait alone.
 */
export function createGroupPause(
	longest: number,
	now: () => number,
): (group: { rows: number; idle: number }) => number {
	let windowStart = now();
	let windowRows = 0;
	let state: 'unpaced' | 'trial' | 'paced' = 'unpaced';
	/** The rate before the last trial. */
	let rateBefore = 0;
	let decision = { paced: false, time: 0, endsAt: 0 };

	function decide(paced: boolean): void {
		const doubled = paced === decision.paced ? 2 * decision.time : 0;
		const time = Math.min(Math.max(doubled, DECISION_TIME.first), DECISION_TIME.longest);
		decision = { paced, time, endsAt: now() + time };
		state = paced ? 'paced' : 'unpaced';
	}

	function onWindow(rate: number): void {
		if (state === 'trial') {
			decide(rate >= TOLERATED * rateBefore);
		} else if (state === 'paced') {
			// The rate is measured without pauses before they are tried again.
			if (rate < PACED_RATE || now() >= decision.endsAt) state = 'unpaced';
		} else if (rate >= PACED_RATE && (decision.paced || now() >= decision.endsAt || rate < rateBefore / 2)) {
			state = 'trial';
			rateBefore = rate;
		}
	}

	return ({ rows, idle }) => {
		if (longest === 0) return 0;
		if (idle > IDLE_TIME) {
			state = 'unpaced';
			windowStart = now();
			windowRows = 0;
		}
		windowRows += rows;
		const elapsed = now() - windowStart;
		if (elapsed >= WINDOW) {
			onWindow((windowRows / elapsed) * 1000);
			windowStart += elapsed;
			windowRows = 0;
		}
		return state === 'unpaced' ? 0 : longest * Math.min(1, FULL_PAUSE_ROWS / rows);
	};
}
