/** Longest texts that are kept of what arrives, in characters. Meta's own limits are below these. */
export const TEXT_LIMIT = 65_536;
export const NAME_LIMIT = 200;
export const ID_LIMIT = 512;

/** Most levels, entries of one level, and characters of a text, that are kept of what Meta tells of the account. */
const DEPTH = 6;
const ENTRIES = 30;
const DETAIL_LIMIT = 500;
/** Most values altogether. */
const VALUES = 200;

/** A text cut at a length, without what no database stores: a null character, or half of a pair of surrogates. */
export function boundedText(text: string, limit: number): string {
	return text.slice(0, limit).toWellFormed().replaceAll('\0', '\uFFFD');
}

/** Parsed JSON of any size and depth, as an object of bounded size. */
export function boundedDetails(value: unknown): Record<string, unknown> {
	let left = VALUES;

	function bounded(one: unknown, depth: number): unknown {
		left -= 1;
		if (typeof one === 'string') return boundedText(one, DETAIL_LIMIT);
		if (typeof one !== 'object' || one === null) return one;
		if (depth === 0 || left <= 0) return '…';
		if (Array.isArray(one))
			return one.slice(0, Math.min(ENTRIES, left)).map((entry) => bounded(entry, depth - 1));
		return entriesOf(one, depth);
	}

	function entriesOf(object: object, depth: number): Record<string, unknown> {
		const kept: [string, unknown][] = [];
		for (const [name, entry] of Object.entries(object).slice(0, ENTRIES)) {
			if (left <= 0) break;
			kept.push([boundedText(name, NAME_LIMIT), bounded(entry, depth - 1)]);
		}
		return Object.fromEntries(kept);
	}

	return typeof value === 'object' && value !== null && !Array.isArray(value)
		? entriesOf(value, DEPTH)
		: { value: bounded(value, DEPTH) };
}
