/** Rows of one statement. Few sizes yield few statement texts, each of which is prepared once. */
const SIZES = [64, 16, 4, 1] as const;

/** Splits rows into chunks of fixed sizes, largest first, for statements with one part for each row. */
export function inChunks<Row>(rows: readonly Row[]): Row[][] {
	const chunks: Row[][] = [];
	let from = 0;
	for (const size of SIZES) {
		for (; rows.length - from >= size; from += size) chunks.push(rows.slice(from, from + size));
	}
	return chunks;
}

/** Most values of one `in (…)`. */
const IN_LIST_LIMIT = 256;

/** Splits the values of an `in (…)` into several padded lists. */
export function chunkInList<Value>(values: readonly Value[]): (readonly Value[])[] {
	const chunks: (readonly Value[])[] = [];
	for (let from = 0; from < values.length; from += IN_LIST_LIMIT) {
		chunks.push(padInList(values.slice(from, from + IN_LIST_LIMIT)));
	}
	return chunks;
}

/**
 * Pads the values of an `in (…)` to a power of two by repeating the last value, which does not change the result: few
 * lengths yield few statement texts.
 */
export function padInList<Value>(values: readonly Value[]): readonly Value[] {
	const last = values.at(-1);
	if (last === undefined) return values;
	const length = 2 ** Math.ceil(Math.log2(values.length));
	return [...values, ...Array<Value>(length - values.length).fill(last)];
}
