import { median } from '../statistics.ts';

/** The trend of the second half of a series, after the warm-up. */
export interface Trend {
	/** The median. */
	level: number;
	/** The growth from the beginning of the half to its end, by linear regression. */
	growth: number;
}

/** The tolerated growth: the larger of a share of the level and an absolute value. */
export interface Tolerance {
	relative: number;
	absolute: number;
}

/** Returns the trend of the second half of the points. */
export function fitTrend(points: readonly { at: number; value: number }[]): Trend {
	const half = points.slice(Math.floor(points.length / 2));
	const values = half.map(({ value }) => value);
	const first = half[0]?.at ?? 0;
	const last = half.at(-1)?.at ?? 0;
	return { level: median(values), growth: slopeOf(half) * (last - first) };
}

export function isFlat({ level, growth }: Trend, { relative, absolute }: Tolerance): boolean {
	return growth <= Math.max(level * relative, absolute);
}

/** Returns the slope of the least-squares line. */
function slopeOf(points: readonly { at: number; value: number }[]): number {
	const meanAt = mean(points.map(({ at }) => at));
	const meanValue = mean(points.map(({ value }) => value));
	let covariance = 0;
	let variance = 0;
	for (const { at, value } of points) {
		covariance += (at - meanAt) * (value - meanValue);
		variance += (at - meanAt) ** 2;
	}
	return variance === 0 ? 0 : covariance / variance;
}

function mean(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0) / values.length;
}
