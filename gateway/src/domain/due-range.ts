/** The times at which something that waits is due (epoch milliseconds). */
export interface DueRange {
	now: number;
	/** Nothing waits longer: a later time was written while the clock of a machine was ahead. */
	latest: number;
}

/** Whether what waits until a time is due. */
export function isDue(at: number, { now, latest }: DueRange): boolean {
	return at <= now || at > latest;
}
