import { median } from '../statistics.ts';

/** How a series went in its second half, when everything has warmed up. */
export interface Trend {
	/** What is usual. */
	level: number;
	/** How much it grew from the beginning of the half to its end, by the line that fits best. */
	growth: number;
}

/** The tolerated growth: a part of the level, or an absolute value. */
export interface Tolerance {
	part: number;
	least: number;
}

/** The trend of the points' second half. */
export function fitTrend(points: readonly { at: number; value: number }[]): Trend {
	const half = points.slice(Math.floor(points.length / 2));
	const values = half.map(({ value }) => value);
	const first = half[0]?.at ?? 0;
	const last = half.at(-1)?.at ?? 0;
	return { level: median(values), growth: slopeOf(half) * (last - first) };
}

export function isFlat({ level, growth }: Trend, { part, least }: Tolerance): boolean {
	return growth <= Math.max(level * part, least);
}

/** Slope of the line of least squares. */
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
