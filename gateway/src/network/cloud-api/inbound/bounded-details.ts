import { boundedText, NAME_LIMIT } from '../../bounded-text.ts';

/** Longest identifier of Meta's that is believed, in characters. */
export const ID_LIMIT = 512;

/** Most levels, entries of one level, and characters, that are kept of what Meta tells of the account. */
const DEPTH = 6;
const ENTRIES = 30;
const DETAIL_LIMIT = 500;
const ALL_DETAILS = 8000;

/** Parsed JSON of any size and depth, as an object of bounded size. */
export function boundedDetails(value: unknown): Record<string, unknown> {
	let left = ALL_DETAILS;

	function boundedString(text: string, limit: number): string {
		const kept = boundedText(text, Math.max(0, Math.min(limit, left)));
		left -= kept.length;
		return kept;
	}

	function bounded(one: unknown, depth: number): unknown {
		left -= 10;
		if (typeof one === 'string') return boundedString(one, DETAIL_LIMIT);
		if (typeof one !== 'object' || one === null) return one;
		if (depth === 0) return '…';
		if (!Array.isArray(one)) return entriesOf(one, depth);
		const entries: unknown[] = [];
		for (const entry of one.slice(0, ENTRIES)) if (left > 0) entries.push(bounded(entry, depth - 1));
		return entries;
	}

	function entriesOf(object: object, depth: number): Record<string, unknown> {
		const kept: [string, unknown][] = [];
		for (const [name, entry] of Object.entries(object).slice(0, ENTRIES)) {
			if (left > 0) kept.push([boundedString(name, NAME_LIMIT), bounded(entry, depth - 1)]);
		}
		return Object.fromEntries(kept);
	}

	return typeof value === 'object' && value !== null && !Array.isArray(value)
		? entriesOf(value, DEPTH)
		: { value: bounded(value, DEPTH) };
}
