import { describe, expect, it } from '@jest/globals';
import { BATCH_SIZE } from '../../src/retention/remove-in-batches.ts';
import { removeScanned } from '../../src/retention/remove-scanned.ts';

/** More rows than one sweep keeps. */
const ROWS = 120_000;

describe('a sweep of rows of which very many are kept', () => {
	const position = { after: null as number | null };
	const states = new Array<string>(ROWS).fill('kept');
	let read = 0;

	const sweep = () =>
		removeScanned({ shouldContinue: () => Promise.resolve(true), countRemoved: () => undefined }, 'events', {
			position,
			find(after) {
				const first = after === null ? 0 : after + 1;
				const page = states.slice(first, first + BATCH_SIZE);
				read += page.length;
				const ids = page.flatMap((state, index) => (state === 'over' ? first + index : []));
				return Promise.resolve({ ids, last: page.length < BATCH_SIZE ? null : first + BATCH_SIZE - 1 });
			},
			remove(ids) {
				for (const id of ids) states[id] = 'removed';
				return Promise.resolve(ids.length);
			},
		});

	it('reads a part of them at a time, and begins anew at the end', async () => {
		states[ROWS - 1] = 'over';
		const sums: number[] = [];
		for (let count = 0; count < 4; count += 1) {
			read = 0;
			await sweep();
			sums.push(read);
		}
		expect(sums).toEqual([50_000, 50_000, 20_000, 50_000]);
		expect(states[ROWS - 1]).toBe('removed');
	});
});
