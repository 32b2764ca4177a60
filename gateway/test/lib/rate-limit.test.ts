import { setImmediate as nextIteration } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createRateLimit } from '../../src/lib/rate-limit.ts';
import { createManualClock } from '../support/manual-clock.ts';

const RATE = { maxConcurrent: 2, burst: 3, interval: 1000 };

describe('a rate limit', () => {
	/** Adds works that end at once. */
	function start(count: number) {
		const clock = createManualClock();
		const limit = createRateLimit(clock, RATE);
		const begun: number[] = [];
		const add = (index: number) =>
			limit(() => {
				begun.push(index);
				return Promise.resolve();
			});
		const works = Array.from({ length: count }, (_, index) => add(index));
		const after = async (milliseconds: number): Promise<number> => {
			for (let passed = 0; passed < milliseconds; passed += 500) {
				clock.advance(500);
				await nextIteration();
			}
			await nextIteration();
			return begun.length;
		};
		return { works, begun, after, limit, add };
	}

	it('lets a burst begin, and then one each interval, in their order', async () => {
		const { begun, after } = start(6);
		expect(await after(0)).toBe(3);
		expect(await after(1000)).toBe(4);
		expect(await after(2000)).toBe(6);
		expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
	});

	it('lets a burst begin again after a time of rest', async () => {
		const { after, add } = start(3);
		await after(10_000);
		for (let index = 3; index < 8; index += 1) void add(index);
		expect(await after(0)).toBe(6);
	});

	it('does not count what is not wanted any more', async () => {
		const { after, limit, add } = start(2);
		const refused = Array.from({ length: 10 }, () =>
			limit(
				() => Promise.resolve(),
				() => {
					throw new Error('Too late.');
				},
			),
		);
		const outcomes = await Promise.allSettled(refused);
		expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
		void add(2);
		expect(await after(0)).toBe(3);
	});

	it('runs few at the same time', async () => {
		const limit = createRateLimit(createManualClock(), RATE);
		const first = Promise.withResolvers<undefined>();
		let begun = 0;
		const works = Array.from({ length: 3 }, () =>
			limit(() => {
				begun += 1;
				return first.promise;
			}),
		);
		await nextIteration();
		expect(begun).toBe(2);
		first.resolve(undefined);
		await Promise.all(works);
		expect(begun).toBe(3);
	});
});
