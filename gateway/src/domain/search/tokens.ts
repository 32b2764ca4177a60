import type { FoldedText } from './fold.ts';

/** A part of a text that a search can find. */
export interface Token {
	/** `run`: characters of a script that writes its words without spaces. */
	kind: 'word' | 'run';
	text: string;
	/** Its place in the folded text. */
	start: number;
	end: number;
}

/** Scripts without spaces between words, and Korean, whose words have endings. */
const RUN = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo', 'Thai', 'Lao', 'Khmer', 'Myanmar']
	.map((script) => `\\p{Script=${script}}`)
	.join('');

const TOKEN = new RegExp(
	`(?<run>[${RUN}ー]+)|(?:(?![${RUN}])[\\p{L}\\p{N}\\p{M}])+|\\p{Extended_Pictographic}`,
	'gu',
);

/** Most characters of a word that count: what is longer is no word, but a key or a file. */
const WORD_LIMIT = 64;

/** Splits a folded text into the words, the runs and the emojis that a search can find; everything else separates them. */
export function tokensOf({ folded }: Pick<FoldedText, 'folded'>): Token[] {
	return Array.from(folded.matchAll(TOKEN), ({ 0: text, index: start, groups }) => {
		const kind = groups?.run === undefined ? 'word' : 'run';
		const end = start + text.length;
		return { kind, text: kind === 'word' ? text.slice(0, WORD_LIMIT) : text, start, end };
	});
}

/** Returns the pairs of characters in a run, by which an index finds each part of it. */
export function pairsOf(run: string): string[] {
	const characters = Array.from(run);
	return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}

/** Returns the terms under which an index lists a text, each once. */
export function indexTermsOf(tokens: readonly Token[]): Set<string> {
	const terms = new Set<string>();
	for (const { kind, text } of tokens) {
		if (kind === 'word') {
			terms.add(text);
			continue;
		}
		for (const pair of pairsOf(text)) terms.add(pair);
		// Each character but the last begins a pair, which a search for that character finds.
		terms.add(Array.from(text).at(-1) ?? text);
	}
	return terms;
}
