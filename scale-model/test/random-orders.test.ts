import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { COMPLETE } from '../protocol.ts';
import { run, type Run } from '../random-run.ts';
import { createSystem, type System } from '../system.ts';
import { CHOICES, LARGE, RUNS } from './sizes.ts';

describe('random orders of steps, with crashes, lost answers and moves', () => {
	const start = createSystem(LARGE);
	const runs = fc.sample(CHOICES, RUNS).map((choices) => run(start, choices, COMPLETE));

	it('break no rule, and end with nothing missing', () => {
		expect(runs.filter(({ broken }) => broken.length > 0)).toEqual([]);
	});

	it.each<[what: string, happened: (one: Run) => boolean]>([
		['the instance at the other cell', ({ end }) => end.entry.cell === 'b'],
		['a move there and back', ({ end }) => end.entry.cell === 'a' && cellsOf(end).has('b')],
		['moves rolled back', ({ end }) => end.budget.rollBacks === 0],
		['all crashes', ({ end }) => end.budget.crashes === 0],
		['lost answers', ({ end }) => end.budget.lostAnswers === 0],
		['an event that was delivered again', ({ end }) => end.received.length > end.network.taken.length],
		['messages of both cells', ({ end }) => cellsOf(end).size === 2],
	])('have %s among them', (_, happened) => {
		expect(runs.some(happened)).toBe(true);
	});
});

/** Returns the cells that accepted messages: an id ends with the name of its cell. */
function cellsOf({ network }: System): ReadonlySet<string | undefined> {
	return new Set(network.taken.map(({ id }) => id.at(-1)));
}
