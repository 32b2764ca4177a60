import { describe, expect, it } from '@jest/globals';
import { parseContents, problemsOf, readContents } from '../src/contents.ts';

const TEXT = `# Documentation

Anything may stand here.

## Start

- [Five minutes](start.md): The first message.
- [The nodes](nodes/README.md): Both of them.

## Quality

- [Chaos](../chaos/README.md): Nothing is lost.
`;

describe('docs/README.md', () => {
	it('lists every page of docs/ once, and no page that does not exist', async () => {
		const groups = await readContents();
		expect(groups.length).toBeGreaterThan(5);
	});
});

describe('parseContents', () => {
	it('returns the groups with their pages', () => {
		expect(parseContents(TEXT)).toEqual([
			{
				title: 'Start',
				entries: [
					{ title: 'Five minutes', summary: 'The first message.', file: 'docs/start.md', page: 'start.md' },
					{
						title: 'The nodes',
						summary: 'Both of them.',
						file: 'docs/nodes/README.md',
						page: 'nodes/index.md',
					},
				],
			},
			{
				title: 'Quality',
				entries: [{ title: 'Chaos', summary: 'Nothing is lost.', file: 'chaos/README.md', page: 'chaos.md' }],
			},
		]);
	});

	it.each(['- [No summary](start.md)', 'A sentence.', '- start.md: no link'])(
		'refuses the line %j in a group',
		(line) => {
			expect(() => parseContents(`## Start\n\n${line}\n`)).toThrow(line);
		},
	);
});

describe('problemsOf', () => {
	const groups = parseContents(TEXT);
	const pages = ['docs/nodes/README.md', 'docs/start.md'];

	it('finds none where every page is listed once', () => {
		expect(problemsOf(groups, pages, () => true)).toEqual([]);
	});

	it('names a page that is in no group', () => {
		expect(problemsOf(groups, [...pages, 'docs/faq.md'], () => true)).toEqual([
			'docs/faq.md is in no group: add a line for it.',
		]);
	});

	it('names a listed page that does not exist', () => {
		expect(problemsOf(groups, pages, (file) => file !== 'chaos/README.md')).toEqual([
			'chaos/README.md is listed and does not exist.',
		]);
	});

	it('names a page that is listed twice', () => {
		const twice = parseContents(`${TEXT}- [Again](start.md): The same.\n`);
		expect(problemsOf(twice, pages, () => true)).toEqual(['docs/start.md is listed twice.']);
	});
});
