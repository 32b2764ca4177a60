import type { Range } from './match.ts';

/** The part of a text around its first match. */
export interface Snippet {
	/** Begins and ends with an ellipsis where the text continues. */
	text: string;
	/** The matches in `text`. */
	matches: Range[];
}

/** Most code units of a snippet, and those that it keeps before the first match. */
const LENGTH = 160;
const BEFORE = 40;
const ELLIPSIS = '…';

/** Cuts the part of a text around its first match. The matches are in the order of the text. */
export function snippetOf(text: string, matches: readonly Range[]): Snippet {
	const first = matches[0]?.start ?? 0;
	const start =
		text.length <= LENGTH ? 0 : boundary(text, Math.max(0, Math.min(first - BEFORE, text.length - LENGTH)));
	const end = boundary(text, Math.min(text.length, start + LENGTH));
	const lead = start === 0 ? '' : ELLIPSIS;
	const shift = lead.length - start;
	return {
		text: `${lead}${text.slice(start, end)}${end === text.length ? '' : ELLIPSIS}`,
		matches: matches
			.filter((match) => match.start < end)
			.map((match) => ({ start: match.start + shift, end: Math.min(match.end, end) + shift })),
	};
}

/** Moves an index off the middle of a character that is two code units long. */
function boundary(text: string, index: number): number {
	return /[\udc00-\udfff]/.test(text.charAt(index)) && index > 0 ? index - 1 : index;
}
