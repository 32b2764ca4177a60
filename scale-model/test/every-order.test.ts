import { describe, expect, it } from '@jest/globals';
import { explore } from '../explore.ts';
import { COMPLETE } from '../protocol.ts';
import { createSystem, type Size } from '../system.ts';
import { LIMIT, SMALL } from './sizes.ts';

const cases: readonly (readonly [name: string, size: Partial<Size>])[] = [
	['a crash of any party at any step, and a move rolled back', { crashes: 1, rollBacks: 1 }],
	['two messages of a chat, and a crash', { messagesPerChat: 2, crashes: 1 }],
	['an answer that is lost, and a move rolled back', { lostAnswers: 1, rollBacks: 1 }],
	['two coordinators, of which one may act late', { coordinators: 2 }],
	['a move to the other cell and back', { moves: 2 }],
];

describe('every order of steps', () => {
	it.each(cases)('with %s breaks no rule, and every move ends', (_, size) => {
		const { violations, deadEnds } = explore(createSystem({ ...SMALL, ...size }), COMPLETE, LIMIT);
		expect([...violations]).toEqual([]);
		expect(deadEnds).toEqual([]);
	});
});

describe('a network that does not recognise repeated messages', () => {
	const size: Size = { ...SMALL, messagesPerChat: 2, recognisesRepetitions: false };

	it('gets no message twice by a move, done or rolled back', () => {
		const found = explore(createSystem({ ...size, rollBacks: 1 }), COMPLETE, LIMIT);
		expect([...found.violations]).toEqual([]);
		expect(found.deadEnds).toEqual([]);
	});

	it('gets one twice by a crash between sending and recording, without any move', () => {
		const found = explore(createSystem({ ...size, moves: 0, crashes: 1 }), COMPLETE, LIMIT);
		expect([...found.violations]).toEqual(['sent twice']);
	});
});
