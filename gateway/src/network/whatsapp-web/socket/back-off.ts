/** Milliseconds before a connection is tried again; doubled up to the longest. */
const FIRST = 1000;
const LONGEST = 60_000;
/** The longest where WhatsApp let the device in and something went wrong after that. */
const LONGEST_AFTER_LOGIN = 15_000;

/** Milliseconds after which a connection that does not come back is given up. */
export const GIVEN_UP_AFTER = 24 * 3_600_000;

/**
 * Milliseconds to wait before the next attempt, after so many that failed. Chance takes up to half of it, so that
 * many instances do not come back in the same moment. `random` gives a number in [0, 1). `wasLetIn`: WhatsApp is within
 * reach, and let the device in the last time.
 */
export function backOff(failures: number, random: () => number, wasLetIn: boolean): number {
	const longest = wasLetIn ? LONGEST_AFTER_LOGIN : LONGEST;
	const delay = Math.min(FIRST * 2 ** Math.max(0, failures - 1), longest);
	return Math.round(delay * (1 - random() / 2));
}
