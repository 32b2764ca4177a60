/** Returns the nearest-rank percentile; NaN without figures. */
export function percentile(figures: readonly number[], percent: number): number {
	const sorted = figures.toSorted((a, b) => a - b);
	return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}

export function median(figures: readonly number[]): number {
	return percentile(figures, 50);
}

export function sum(figures: readonly number[]): number {
	return figures.reduce((total, figure) => total + figure, 0);
}

/** Returns the milliseconds of a clock that all processes of this machine share. */
export function sharedClockNow(): number {
	return Number(process.hrtime.bigint() / 1000n) / 1000;
}
