/** The end for a chat that is muted without one: the last moment of the year 9999, in epoch milliseconds. */
export const MUTED_FOREVER = Date.UTC(10_000, 0, 1) - 1;
/** WhatsApp's value for a chat that is muted without an end. */
const FOREVER = -1;
/** The smallest value that is in milliseconds. The history has seconds, which are smaller; changes have milliseconds. */
const FIRST_MILLISECONDS = 100_000_000_000;

/** The end of muting as WhatsApp has it; null: not muted. */
export function muteEndOf(mutedUntil: number | null): number | null {
	return mutedUntil !== null && mutedUntil >= MUTED_FOREVER ? FOREVER : mutedUntil;
}

/** When the muting of a chat ends, in epoch milliseconds; null: it is not muted (any more). */
export function mutedUntilOf(muteEnd: unknown, now: number): number | null {
	const end = Number(muteEnd ?? 0);
	if (end === FOREVER) return MUTED_FOREVER;
	if (!Number.isFinite(end) || end <= 0) return null;
	const until = end < FIRST_MILLISECONDS ? end * 1000 : end;
	return until <= now ? null : Math.min(Math.floor(until), MUTED_FOREVER);
}
