/**
 * The upper bounds, in milliseconds, of the classes in which response times are counted. Each is 1.4 times the one
 * before, so that an estimate lies within a fifth of the real time. A further class holds what took longer.
 */
const RESPONSE_TIME_BOUNDS: readonly number[] = [
	5, 7, 10, 14, 20, 28, 40, 56, 80, 110, 160, 220, 320, 450, 640, 900, 1250, 1800, 2500, 3500, 5000,
];

/** The classes: the place of their upper bound in RESPONSE_TIME_BOUNDS. */
export const RESPONSE_TIME_CLASSES = [
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
] as const;
export type ResponseTimeClass = (typeof RESPONSE_TIME_CLASSES)[number];
const SLOWEST = 21;

/** Returns the class of a response time in milliseconds. */
export function responseTimeClass(duration: number): ResponseTimeClass {
	return (
		RESPONSE_TIME_CLASSES.find((index) => duration <= (RESPONSE_TIME_BOUNDS[index] ?? Infinity)) ?? SLOWEST
	);
}

/**
 * Estimates a percentile (`share` above 0, up to 1) of response times from their counts by class, in milliseconds: the
 * times of a class are taken to lie evenly between its bounds. Null: there are none.
 */
export function percentileOf(counts: readonly number[], share: number): number | null {
	const total = counts.reduce((sum, count) => sum + count, 0);
	if (total === 0) return null;
	const rank = share * total;
	let below = 0;
	for (const [index, count] of counts.entries()) {
		if (count > 0 && below + count >= rank) {
			const lower = RESPONSE_TIME_BOUNDS[index - 1] ?? 0;
			const upper = RESPONSE_TIME_BOUNDS[index] ?? lower;
			return Math.round(lower + ((upper - lower) * (rank - below)) / count);
		}
		below += count;
	}
	return RESPONSE_TIME_BOUNDS.at(-1) ?? null;
}
