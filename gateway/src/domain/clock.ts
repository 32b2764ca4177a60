/** Cancels the timer or the work it was returned for; a second call does nothing. */
export type Cancel = () => void;

/**
 * Time as a dependency: all code that waits or reads the time takes a clock, so that a test can run hours of retries
 * in milliseconds.
 */
export interface Clock {
	/** Epoch milliseconds. */
	now(): number;
	/**
	 * Calls `fire` once, `delay` milliseconds from now. Where it returns the promise of the work that it starts, a
	 * clock that is moved forward waits for that work before it advances further.
	 */
	schedule(delay: number, fire: () => unknown): Cancel;
}

/** Resolves after `milliseconds` of a clock. */
export function sleep(clock: Clock, milliseconds: number): Promise<void> {
	return new Promise((resolve) => {
		clock.schedule(milliseconds, resolve);
	});
}

/** Epoch milliseconds as the specification's timestamp: UTC with milliseconds. */
export function timestamp(epochMs: number): string {
	return new Date(epochMs).toISOString();
}

/** Epoch milliseconds as a timestamp; null for a field that has no value yet. */
export function timestampOrNull(epochMs: number | null): string | null {
	return epochMs === null ? null : timestamp(epochMs);
}

/** The UTC day of a moment, as `YYYY-MM-DD`: the specification's "today" is such a day. */
export function utcDay(epochMs: number): string {
	return timestamp(epochMs).slice(0, 10);
}

/** The UTC hour of a moment, as `YYYY-MM-DDTHH`. */
export function utcHour(epochMs: number): string {
	return timestamp(epochMs).slice(0, 13);
}
