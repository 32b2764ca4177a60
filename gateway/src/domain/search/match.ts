import { foldText } from './fold.ts';
import type { SearchQuery } from './query.ts';
import { tokensOf, type Token } from './tokens.ts';

/** A part of a text: UTF-16 code units from `start` up to `end`. */
export interface Range {
	start: number;
	end: number;
}

/** Finds what a query matches in a text, in the order of the text; null: the text lacks a part of the query. */
export function findMatches(text: string, query: SearchQuery): Range[] | null {
	const { folded, starts } = foldText(text);
	const tokens = tokensOf({ folded });
	const found: Range[] = [];
	for (const wanted of [...query.whole, ...(query.prefix === null ? [] : [prefixToken(query.prefix)])]) {
		const ranges = wanted.kind === 'run' ? findInRuns(tokens, wanted.text) : findWords(tokens, wanted);
		if (ranges.length === 0) return null;
		found.push(...ranges);
	}
	return merge(found.map((range) => inOriginal(range, starts)));
}

function prefixToken(text: string) {
	return { kind: 'word' as const, text, isPrefix: true };
}

function findWords(
	tokens: readonly Token[],
	{ text, isPrefix = false }: { text: string; isPrefix?: boolean },
): Range[] {
	return tokens
		.filter(({ kind, text: word }) => kind === 'word' && (isPrefix ? word.startsWith(text) : word === text))
		.map(({ start, end }) => ({ start, end: isPrefix ? start + text.length : end }));
}

function findInRuns(tokens: readonly Token[], part: string): Range[] {
	const found: Range[] = [];
	for (const { kind, text, start } of tokens) {
		if (kind !== 'run') continue;
		for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
			found.push({ start: start + at, end: start + at + part.length });
		}
	}
	return found;
}

/** The end of a match is where the next character begins that is not folded into its last one. */
function inOriginal({ start, end }: Range, starts: readonly number[]): Range {
	const last = starts[end - 1] ?? 0;
	let next = end;
	while (starts[next] === last) next += 1;
	return { start: starts[start] ?? 0, end: starts[next] ?? last };
}

/** Sorts ranges, and joins those that overlap. */
function merge(ranges: readonly Range[]): Range[] {
	const merged: Range[] = [];
	for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
		const before = merged.at(-1);
		if (before !== undefined && range.start < before.end) before.end = Math.max(before.end, range.end);
		else merged.push({ ...range });
	}
	return merged;
}
