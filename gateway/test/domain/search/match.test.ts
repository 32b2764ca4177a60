import { describe, expect, it } from '@jest/globals';
import { foldText } from '../../../src/domain/search/fold.ts';
import { findMatches } from '../../../src/domain/search/match.ts';
import { lookupOf, parseQuery } from '../../../src/domain/search/query.ts';
import { snippetOf } from '../../../src/domain/search/snippet.ts';
import { indexTermsOf, tokensOf } from '../../../src/domain/search/tokens.ts';

/** The parts of a text that a query matches; null: none. */
function found(typed: string, text: string): string[] | null {
	const query = parseQuery(typed);
	const matches = query === null ? null : findMatches(text, query);
	return matches?.map(({ start, end }) => text.slice(start, end)) ?? null;
}

/** Whether the index leads from a query to a text. */
function isListed(typed: string, text: string): boolean {
	const query = parseQuery(typed);
	if (query === null) return false;
	const terms = [...indexTermsOf(tokensOf(foldText(text)))];
	const { terms: whole, prefixes } = lookupOf(query);
	return (
		whole.every((term) => terms.includes(term)) &&
		prefixes.every((prefix) => terms.some((term) => term.startsWith(prefix)))
	);
}

describe('a search', () => {
	it.each([
		['opening', 'Opening hours', ['Opening']],
		['hou', 'Opening hours', ['hou']],
		['hours opening', 'Opening hours', ['Opening', 'hours']],
		['CAFÉ', 'a cafe', ['cafe']],
		['cafe', 'Un cafe\u0301 noir, un café', ['cafe\u0301', 'café']],
		['strasse', 'Straße', null],
		['straße', 'STRASSE Straße', ['Straße']],
		['49151', '+49151 234', ['49151']],
		['12.50', 'It is 12.50 EUR', ['12', '50']],
		['ﬁne', 'fine', ['fine']],
		['営業', '本日の営業時間は9時です', ['営業']],
		['时', '营业时间', ['时']],
		['间', '营业时间', ['间']],
		['营时', '营业时间', null],
		['营业 hours', 'Hours: 营业时间', ['Hours', '营业']],
		['영업', '오늘 영업시간은 언제', ['영업']],
		['ร้าน', 'เปิดร้านกี่โมง', ['ร้าน']],
		['مرحبا', 'مَرْحَبًا بك', ['مَرْحَبًا']],
		['שלום', 'שָׁלוֹם', ['שָׁלוֹם']],
		['हिन्दी', 'हिन्दी भाषा', ['हिन्दी']],
		['👍', 'Good 👍🏽 and 👍', ['👍', '👍']],
		['❤', 'I ❤️ it', ['❤️']],
		['ёлка', 'Елка и ёлка', ['Елка', 'ёлка']],
	])('for %j in %j finds %j', (typed, text, expected) => {
		expect(found(typed, text)).toEqual(expected);
		if (expected !== null) expect(isListed(typed, text)).toBe(true);
	});

	it('takes the last word for the beginning of one until a space follows it', () => {
		expect(found('hou', 'our hours')).toEqual(['hou']);
		expect(found('hou ', 'our hours')).toBeNull();
		expect(found('our hou', 'your hours')).toBeNull();
	});

	it.each(['', ' ', '"', '***', '(', '-- ;', "'", '%_', '\u0000', '\ud800'])(
		'of %j has nothing to find',
		(typed) => {
			expect(parseQuery(typed)).toBeNull();
		},
	);

	it.each(['NEAR(a b)', 'a AND b', 'col:a', '^a', '"a" *', "a' & b", 'a:*', '{a b}', 'a\\b', 'a <-> b'])(
		'takes the signs of %j for spaces',
		(typed) => {
			const { terms, prefixes } = lookupOf(parseQuery(typed) ?? { whole: [], prefix: null });
			for (const term of [...terms, ...prefixes]) expect(term).toMatch(/^[\p{L}\p{N}]+$/u);
		},
	);
});

describe('a snippet', () => {
	it('is the whole of a short text', () => {
		expect(snippetOf('Opening hours', [{ start: 8, end: 13 }])).toEqual({
			text: 'Opening hours',
			matches: [{ start: 8, end: 13 }],
		});
	});

	it('shows the first match of a long text, with the others near it', () => {
		const text = `${'before '.repeat(100)}needle and needle${' after'.repeat(100)} needle`;
		const query = parseQuery('needle');
		if (query === null) throw new Error('The query is empty.');
		const { text: shown, matches } = snippetOf(text, findMatches(text, query) ?? []);
		expect(shown).toMatch(/^….* before needle and needle after .*…$/);
		expect(shown.length).toBeLessThan(170);
		expect(matches.map(({ start, end }) => shown.slice(start, end))).toEqual(['needle', 'needle']);
	});

	it('does not cut through an emoji', () => {
		const text = '😀'.repeat(300);
		for (const start of [100, 101, 251]) {
			const { text: shown } = snippetOf(text, [{ start, end: start + 2 }]);
			expect(shown.isWellFormed()).toBe(true);
		}
	});
});
