/** Cancels what it was returned for; calling it again does nothing. */
export type Cancel = () => void;

/**
 * Time as a dependency: everything that waits or stamps takes one of these, so that a test can run hours of
 * retries in milliseconds.
 */
export interface Clock {
	/** Epoch milliseconds. */
	now(): number;
	/** Calls `fire` once, `delay` milliseconds from now. */
	schedule(delay: number, fire: () => void): Cancel;
}

/** Resolves after so many milliseconds. */
export function sleep(clock: Clock, milliseconds: number): Promise<void> {
	return new Promise((resolve) => {
		clock.schedule(milliseconds, resolve);
	});
}

/** Epoch milliseconds as the specification's timestamp: UTC with milliseconds. */
export function timestamp(epochMs: number): string {
	return new Date(epochMs).toISOString();
}

/** The same for a field that may have no value yet. */
export function timestampOrNull(epochMs: number | null): string | null {
	return epochMs === null ? null : timestamp(epochMs);
}

/** The UTC day of a moment, `YYYY-MM-DD`: what the specification's "today" counts by. */
export function utcDay(epochMs: number): string {
	return timestamp(epochMs).slice(0, 10);
}

/** The UTC hour of a moment, `YYYY-MM-DDTHH`. */
export function utcHour(epochMs: number): string {
	return timestamp(epochMs).slice(0, 13);
}
