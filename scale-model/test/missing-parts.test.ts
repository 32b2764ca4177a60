import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { explore } from '../explore.ts';
import type { Violation } from '../invariants.ts';
import { without } from '../protocol.ts';
import { run } from '../random-run.ts';
import { createSystem } from '../system.ts';
import { CHOICES, LARGE, LIMIT, RUNS, SMALL } from './sizes.ts';

describe('without the fence of writes', () => {
	it('a gateway that has not heard of the move accepts a message that nobody sends', () => {
		expect(lossesWithout('fencesWrites')).toContain('message lost');
	});
});

describe('without waiting until the session is closed', () => {
	it('two cells have a session, and use the same state of it', () => {
		const { violations } = explore(createSystem(SMALL), without('waitsForClose'), LIMIT);
		expect([...violations].sort()).toEqual(['session used twice', 'two sessions']);
	});
});

describe('without the idempotency keys', () => {
	it('a request whose answer was lost is sent again by the other cell', () => {
		const start = createSystem({ ...SMALL, lostAnswers: 1 });
		const { violations } = explore(start, without('copiesKeys'), LIMIT);
		expect([...violations]).toEqual(['sent twice']);
	});
});

describe('without a copy of the queue', () => {
	it('a message is lost that was still queued', () => {
		expect(lossesWithout('copiesQueue')).toContain('message lost');
	});
});

describe('without a copy of the pending deliveries', () => {
	it('an event is lost', () => {
		expect(lossesWithout('copiesDeliveries')).toEqual(['event lost']);
	});
});

describe('without the fence of commands', () => {
	it('a coordinator that acts late lets both cells open a session', () => {
		expect(isBrokenWithout('fencesCommands', 'two sessions')).toBe(true);
	});
});

describe('without comparing epochs in the directory', () => {
	it('a coordinator that acts late gives the instance to two cells', () => {
		expect(isBrokenWithout('comparesEpochs', 'two sessions')).toBe(true);
	});
});

/** Returns what is missing at the end of an order of steps after which something is missing for ever. */
function lossesWithout(part: 'fencesWrites' | 'copiesQueue' | 'copiesDeliveries'): readonly string[] {
	const protocol = without(part);
	const [deadEnd] = explore(createSystem(SMALL), protocol, LIMIT).deadEnds;
	return deadEnd === undefined ? [] : run(deadEnd, [], protocol).broken;
}

/** Whether a random order of the steps of two coordinators breaks a rule. */
function isBrokenWithout(part: 'fencesCommands' | 'comparesEpochs', rule: Violation): boolean {
	const start = createSystem(LARGE);
	return fc.sample(CHOICES, RUNS).some((choices) => run(start, choices, without(part)).broken.includes(rule));
}
