import { foldText } from './fold.ts';
import { pairsOf, tokensOf, type Token } from './tokens.ts';

/** The terms of a search: a text must contain all of them, in any order. */
export interface SearchQuery {
	/** Whole words, and parts of runs. */
	whole: readonly Pick<Token, 'kind' | 'text'>[];
	/** The beginning of a word: the last one, as long as it may still be typed; null: there is none. */
	prefix: string | null;
}

/** Most tokens of a query that count. */
const TOKEN_LIMIT = 32;

/** Parses a typed search; null: it contains no term, such as only punctuation. */
export function parseQuery(typed: string): SearchQuery | null {
	const { folded } = foldText(typed);
	const tokens = tokensOf({ folded }).slice(0, TOKEN_LIMIT);
	const last = tokens.at(-1);
	if (last === undefined) return null;
	const isBeingTyped = last.kind === 'word' && last.end === folded.length;
	return {
		whole: isBeingTyped ? tokens.slice(0, -1) : tokens,
		prefix: isBeingTyped ? last.text : null,
	};
}

/** A lookup in the index: texts with all of `terms`, and with a term that begins with each of `prefixes`. */
export interface IndexLookup {
	terms: readonly string[];
	prefixes: readonly string[];
}

/** Returns the terms of a query. A text that has them may still lack the parts of a run side by side. */
export function lookupOf({ whole, prefix }: SearchQuery): IndexLookup {
	const terms = new Set<string>();
	const prefixes = new Set<string>(prefix === null ? [] : [prefix]);
	for (const { kind, text } of whole) {
		const pairs = kind === 'run' ? pairsOf(text) : [text];
		for (const term of pairs) terms.add(term);
		if (pairs.length === 0) prefixes.add(text);
	}
	return { terms: [...terms], prefixes: [...prefixes] };
}
