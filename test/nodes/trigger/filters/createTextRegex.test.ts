import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { TextRegex } from '../../../../nodes/MessagingGatewayTrigger/regex/createTextRegex.ts';
import { createTextRegex } from '../../../../nodes/MessagingGatewayTrigger/regex/createTextRegex.ts';
import { UnsupportedRegex } from '../../../../nodes/MessagingGatewayTrigger/regex/parseRegex.ts';

const EXPRESSIONS = [
	'^order\\s+\\d+$',
	'^expense\\b',
	'',
	'a|b|',
	'(a|b)*c{2,3}?d?',
	'^(?!stop$|end\\b).+$',
	'(?=.*\\d)(?=.*[a-z]).{4}',
	'(?!a(?!b(?=c)))a',
	'x(?=(?:a*)*$)',
	'(?<word>\\w+)\\W\\B',
	'^[^a-c\\]\\d]+$',
	'[\\w-]+@[\\w.]+\\.\\w{2,}',
	'\\u0061\\x62\\u{63}\\cJ?',
	'\\uD83D\\uDE00|😀{2}',
	'\\p{Lu}\\P{L}',
	'straße|ÄÖ|K|ſ',
	'.\\n.',
	'(a*)*(b|){3}$',
	'((a{2}){2}){2}',
	'a{0}b{0,1}c{1,}',
	'^$',
	'\\/\\(\\)\\[\\]\\{\\}\\|\\.\\*\\^\\$',
];
const TEXTS = [
	'',
	'order 4711',
	'Order  4711!',
	'expense: 3 €',
	'stop',
	'end of it',
	'ending',
	'abc',
	'abccd',
	'aaaaaaaaab',
	'A1b2',
	'xaaa',
	'foo@example.com',
	'😀',
	'😀😀',
	'\uD83D',
	'Éa É',
	'STRASSE Straße äö \u212A s',
	'a\nb',
	'\u2028',
	'/()[]{}|.*^$',
];

/** Expressions and texts on which JavaScript's own RegExp takes between a minute and for ever. */
const CATASTROPHIC: [string, string][] = [
	['^(a+)+$', `${'a'.repeat(5000)}!`],
	['^(a*)*$', `${'a'.repeat(5000)}!`],
	['^(a|aa)+$', `${'a'.repeat(5000)}!`],
	['^(a|a)*$', `${'a'.repeat(5000)}!`],
	['^(\\w+\\s?)*$', `${'word '.repeat(1000)}!`],
	['^(([a-z])+.)+[A-Z]([a-z])+$', '1'.repeat(5000)],
	['^(?=(a+)+$)', `${'a'.repeat(5000)}!`],
	['(.*a){25}$', `${'a'.repeat(5000)}!`],
	['\\d+\\d+\\d+\\d+\\d+x$', '1'.repeat(20_000)],
	['(\\s*\\s*\\s*\\s*)*$x', ' '.repeat(20_000)],
];

/** Leaves out random expressions that are too large. */
function createIfSupported(source: string): TextRegex | undefined {
	try {
		return createTextRegex(source);
	} catch (error) {
		fc.pre(!(error instanceof UnsupportedRegex));
		throw error;
	}
}

describe('createTextRegex', () => {
	it.each(EXPRESSIONS)('matches the same texts as RegExp: %s', (expression) => {
		const own = new RegExp(expression, 'iu');
		const regex = createTextRegex(expression);
		for (const text of TEXTS) expect([text, regex.test(text)]).toEqual([text, own.test(text)]);
	});

	it('matches the same texts as RegExp, for random expressions', () => {
		const atom = fc.constantFrom('a', 'b', '.', '[^a]', '\\b', '\\B', '^', '$', '\\w', '(?:ab|)');
		const { expression } = fc.letrec<{ expression: string; part: string }>((tie) => ({
			expression: fc.array(tie('part'), { maxLength: 4 }).map((parts) => parts.join('')),
			part: fc.oneof(
				{ maxDepth: 2 },
				atom,
				fc
					.tuple(
						tie('expression'),
						tie('expression'),
						fc.constantFrom('', '*', '+?', '?', '{2}', '{1,3}', '{2,}'),
					)
					.map(([left, right, quantifier]) => `(${left}|${right})${quantifier}`),
				fc.tuple(fc.constantFrom('=', '!'), tie('expression')).map(([kind, inner]) => `(?${kind}${inner})`),
			),
		}));
		const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' ', '\n', 'é'), maxLength: 6 });
		fc.assert(
			fc.property(expression, text, (source, content) => {
				expect(createIfSupported(source)?.test(content)).toBe(new RegExp(source, 'iu').test(content));
			}),
			{ numRuns: 2000 },
		);
	});

	it.each(CATASTROPHIC)('finds that %s does not match, where RegExp would block n8n', (expression, text) => {
		expect(createTextRegex(expression).test(text)).toBe(false);
	});

	it.each([
		['(a)\\1', 'a back reference'],
		['(?<x>a)\\k<x>', 'a back reference'],
		['(?<=a)b', 'a lookbehind'],
		['(?<!a)b', 'a lookbehind'],
		['(?-i:a)', 'a modifier of flags'],
		['(\\w{100}){100}', 'too many parts'],
		['(?:){1000000000}', 'too many parts'],
		['a'.repeat(5000), 'too many parts'],
	])('refuses %s', (expression, reason) => {
		expect(() => createTextRegex(expression)).toThrow(new UnsupportedRegex(reason));
	});

	it.each(['(', '[', 'a**', '\\1', '{'])('throws a SyntaxError for %s', (expression) => {
		expect(() => createTextRegex(expression)).toThrow(SyntaxError);
	});
});
