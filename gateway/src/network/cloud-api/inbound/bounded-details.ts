import { isObject } from '../../../lib/json-object.ts';
import { boundedText, NAME_LIMIT } from '../../bounded-text.ts';

/** The maximum accepted length of an id of Meta's, in characters. */
export const ID_LIMIT = 512;

/**
 * The limits of a notice's details: nested levels, entries per level, characters per text, and characters in total.
 */
const MAX_DEPTH = 6;
const MAX_ENTRIES = 30;
const TEXT_LIMIT = 500;
const TOTAL_LIMIT = 8000;
/** The characters that each value counts at least. */
const VALUE_OVERHEAD = 10;

/** Truncates parsed JSON of any size and depth to an object of bounded size. */
export function boundedDetails(value: unknown): Record<string, unknown> {
	let left = TOTAL_LIMIT;

	function boundedString(text: string, limit: number): string {
		const truncated = boundedText(text, Math.max(0, Math.min(limit, left)));
		left -= truncated.length;
		return truncated;
	}

	function boundedValue(item: unknown, depth: number): unknown {
		left -= VALUE_OVERHEAD;
		if (typeof item === 'string') return boundedString(item, TEXT_LIMIT);
		if (typeof item !== 'object' || item === null) return item;
		if (depth === 0) return '…';
		if (!Array.isArray(item)) return boundedObject(item, depth);
		const entries: unknown[] = [];
		for (const entry of item.slice(0, MAX_ENTRIES))
			if (left > 0) entries.push(boundedValue(entry, depth - 1));
		return entries;
	}

	function boundedObject(object: object, depth: number): Record<string, unknown> {
		const entries: [string, unknown][] = [];
		for (const [name, entry] of Object.entries(object).slice(0, MAX_ENTRIES)) {
			if (left > 0) entries.push([boundedString(name, NAME_LIMIT), boundedValue(entry, depth - 1)]);
		}
		return Object.fromEntries(entries);
	}

	return isObject(value) ? boundedObject(value, MAX_DEPTH) : { value: boundedValue(value, MAX_DEPTH) };
}
