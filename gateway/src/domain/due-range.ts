/** The range of times (epoch milliseconds) at which scheduled work is due. */
export interface DueRange {
	now: number;
	/** Later times count as due too: they were written while the clock of a machine was ahead. */
	latest: number;
}

/** Whether work scheduled for a time is due. */
export function isDue(at: number, { now, latest }: DueRange): boolean {
	return at <= now || at > latest;
}
