/** The periods of statistics: the length of each of their intervals in seconds, and the number of intervals. */
const PERIODS = {
	'1h': { interval: 300, intervals: 12 },
	'24h': { interval: 3600, intervals: 24 },
	'7d': { interval: 6 * 3600, intervals: 28 },
	'30d': { interval: 24 * 3600, intervals: 30 },
} as const;
export type StatisticsPeriod = keyof typeof PERIODS;
export const STATISTICS_PERIODS = Object.keys(PERIODS) as StatisticsPeriod[];

/** The intervals of a period. */
export interface Intervals {
	/** When the first one starts, in epoch milliseconds. */
	since: number;
	/** The length of each in seconds. */
	interval: number;
	/** When each one starts, oldest first, in epoch milliseconds. */
	starts: number[];
}

/** Returns the intervals of a period whose last one contains `now` (epoch milliseconds). */
export function intervalsOf(period: StatisticsPeriod, now: number): Intervals {
	const { interval, intervals: count } = PERIODS[period];
	const step = interval * 1000;
	const since = startOfSpan(now, interval) - (count - 1) * step;
	return { since, interval, starts: Array.from({ length: count }, (_, index) => since + index * step) };
}

/** Returns the start (epoch milliseconds) of the span that contains `at`. Spans of a length follow each other from 1970 on. */
export function startOfSpan(at: number, seconds: number): number {
	return at - (at % (seconds * 1000));
}
