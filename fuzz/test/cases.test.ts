import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { answerCase } from '../answers/answer-case.ts';
import { caseRandom, type Part } from '../case-random.ts';
import { fileCase } from '../files/file-case.ts';
import { frameCase } from '../frames/frame-case.ts';
import { WEIGHTS } from '../frames/stanzas.ts';
import { webhookCase } from '../webhooks/webhook-case.ts';

const CASES = 200;
const IDENTITIES = { account: '4915130000007', lid: '991234567890123' };
const numbers = Array.from({ length: CASES }, (_, number) => number);

/** Hashes a case, because cases are large. */
function digest(one: unknown): string {
	const hash = createHash('sha256');
	const add = (value: unknown): void => {
		if (Buffer.isBuffer(value)) hash.update(value);
		else if (typeof value === 'object' && value !== null)
			for (const entry of Object.entries(value)) entry.forEach(add);
		else hash.update(`${typeof value} ${String(value)};`);
	};
	add(one);
	return hash.digest('hex');
}

const CREATORS: Readonly<Record<Part, (seed: number, number: number) => object>> = {
	frames: (seed, number) => frameCase(caseRandom(seed, 'frames', number), IDENTITIES),
	files: (seed, number) => fileCase(caseRandom(seed, 'files', number), number, '127.0.0.1:1'),
	webhooks: (seed, number) => webhookCase(caseRandom(seed, 'webhooks', number), number, '900000000000999'),
	answers: (seed, number) => answerCase(caseRandom(seed, 'answers', number), { success: true }),
};

describe.each(Object.entries(CREATORS))('cases of %s', (_part, create) => {
	it('are equal for the same seed and number, in any order', () => {
		const forwards = numbers.map((number) => digest(create(1, number)));
		const backwards = numbers.toReversed().map((number) => digest(create(1, number)));
		expect(backwards.toReversed()).toEqual(forwards);
	});

	it('differ by seed', () => {
		const [one, other] = [1, 2].map((seed) => numbers.map((number) => digest(create(seed, number))));
		expect(one).not.toEqual(other);
	});
});

it('contain frames of every kind of stanza, few of which close the connection', () => {
	const kinds = Array.from(
		{ length: 3 * CASES },
		(_, number) => frameCase(caseRandom(1, 'frames', number), IDENTITIES).kind,
	);
	expect(new Set(kinds)).toEqual(new Set([...Object.keys(WEIGHTS), 'encrypted message', 'wire']));
	expect(kinds.filter((kind) => kind === 'login').length).toBeLessThan(CASES * 0.03);
});

it('contain frames that fit the three bytes of their length', () => {
	// Case 1524 of seed 11 adds a large attribute to one of 100 stanzas.
	const one = frameCase(caseRandom(11, 'frames', 1524), IDENTITIES);
	expect(one.send === 'frame' && one.bytes.length).toBeLessThan(2 ** 20);
});
