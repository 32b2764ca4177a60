/** Delay before each attempt in milliseconds, the first one included (specification, Retry policy). */
export type RetrySchedule = readonly number[];

export const DEFAULT_RETRY_SCHEDULE: RetrySchedule = [0, 30_000, 120_000, 600_000, 3_600_000, 21_600_000];

/** Jitter only ever adds, at most this share of the delay, so that receivers are not hit in step. */
const JITTER_SHARE = 0.1;

/**
 * Milliseconds from the end of a failed attempt to the next one, or null when the schedule is used up.
 * `retryAfter` (milliseconds, from the receiver) may lengthen the delay, never shorten it; `random` is in [0, 1).
 */
export function nextRetryDelay(
	schedule: RetrySchedule,
	attemptsMade: number,
	retryAfter: number,
	random: number,
): number | null {
	const delay = schedule[attemptsMade];
	if (delay === undefined) return null;
	return Math.max(Math.round(delay * (1 + JITTER_SHARE * random)), retryAfter);
}
