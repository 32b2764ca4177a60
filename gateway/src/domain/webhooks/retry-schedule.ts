/** Delay before each attempt in milliseconds, the first one included (specification, Retry policy). */
export type RetrySchedule = readonly number[];

export const DEFAULT_RETRY_SCHEDULE: RetrySchedule = [0, 30_000, 120_000, 600_000, 3_600_000, 21_600_000];

/** Jitter adds up to this share of a delay, so that retries do not reach receivers all at the same time. */
const JITTER_SHARE = 0.1;

/**
 * Returns the milliseconds from the end of a failed attempt to the next one; null when no attempt is left.
 * `retryAfter` (milliseconds, from the receiver) may lengthen the delay but never shorten it; `random` is in [0, 1).
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
