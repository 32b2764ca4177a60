import type { ComponentChildren } from 'preact';

/** A part of a text, in UTF-16 code units. */
export interface Range {
	start: number;
	end: number;
}

/** A text with its matches marked. The ranges are in the order of the text. */
export function Highlighted({ text, ranges }: { text: string; ranges: readonly Range[] }) {
	const parts: ComponentChildren[] = [];
	let end = 0;
	for (const range of ranges) {
		parts.push(text.slice(end, range.start), <mark>{text.slice(range.start, range.end)}</mark>);
		({ end } = range);
	}
	parts.push(text.slice(end));
	return <>{parts}</>;
}

/** Finds where a text has a part, in any case. */
export function rangesOf(text: string, part: string): Range[] {
	const start = part === '' ? -1 : text.toLowerCase().indexOf(part.toLowerCase());
	return start === -1 ? [] : [{ start, end: start + part.length }];
}
