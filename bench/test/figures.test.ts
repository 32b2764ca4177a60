import { describe, expect, it } from '@jest/globals';
import { ratioRow } from '../report/row.ts';
import { formatTable } from '../report/table.ts';
import { isFlat, fitTrend } from '../soak/flatness.ts';
import { median, percentile } from '../statistics.ts';

/** A series of a thousand points, one a second. */
function series(value: (at: number) => number): { at: number; value: number }[] {
	return Array.from({ length: 1000 }, (_, at) => ({ at, value: value(at) }));
}

const TOLERANCE = { relative: 0.1, absolute: 5 };

describe('percentile', () => {
	it('returns a measured value', () => {
		const figures = [5, 1, 4, 2, 3];
		expect(median(figures)).toBe(3);
		expect(percentile(figures, 99)).toBe(5);
		expect(percentile(figures, 1)).toBe(1);
	});

	it('returns NaN without values', () => {
		expect(percentile([], 50)).toBeNaN();
	});

	it('counts missing values', () => {
		expect(percentile([1, 2, Infinity], 95)).toBe(Infinity);
	});
});

describe('isFlat', () => {
	it('accepts a series that oscillates around its level', () => {
		const trend = fitTrend(series((at) => 200 + 40 * Math.sin(at / 20)));
		expect(isFlat(trend, TOLERANCE)).toBe(true);
	});

	it('ignores the first half of a series', () => {
		expect(isFlat(fitTrend(series((at) => Math.min(at, 300))), TOLERANCE)).toBe(true);
	});

	it('accepts a falling series', () => {
		expect(isFlat(fitTrend(series((at) => 2000 - at)), TOLERANCE)).toBe(true);
	});

	it('rejects slow, steady growth', () => {
		const trend = fitTrend(series((at) => 100 + at / 20 + 10 * Math.sin(at)));
		expect(trend.growth).toBeCloseTo(25, 0);
		expect(isFlat(trend, TOLERANCE)).toBe(false);
	});

	it('accepts growth below the tolerance', () => {
		expect(isFlat(fitTrend(series((at) => 1 + at / 250)), TOLERANCE)).toBe(true);
	});
});

describe('the table', () => {
	it('marks rows that missed their target', () => {
		const text = formatTable([ratioRow('fast', 60, 100, 0.5), ratioRow('slow', 40, 100, 0.5)]);
		const [, fast, slow] = text.split('\n');
		expect(fast).toMatch(/^fast\s+60\/s\s+100\/s\s+0\.60\s+>= 0\.50\s+ok$/);
		expect(slow).toMatch(/^slow\s+40\/s\s+100\/s\s+0\.40\s+>= 0\.50\s+MISSED$/);
	});
});
