/** Parts of one statement. Few sizes make few texts of statements, so each is prepared once and kept. */
const SIZES = [64, 16, 4, 1] as const;

/** Divides what a statement has a part for each of among several statements, largest first. */
export function inChunks<Row>(rows: readonly Row[]): Row[][] {
	const chunks: Row[][] = [];
	let from = 0;
	for (const size of SIZES) {
		for (; rows.length - from >= size; from += size) chunks.push(rows.slice(from, from + size));
	}
	return chunks;
}

/** Values one `in (…)` is given at most. */
const AT_ONCE = 256;

/** Divides the values of an `in (…)` that may be long among several, each padded. */
export function chunkInList<Value>(values: readonly Value[]): (readonly Value[])[] {
	const parts: (readonly Value[])[] = [];
	for (let from = 0; from < values.length; from += AT_ONCE) {
		parts.push(padInList(values.slice(from, from + AT_ONCE)));
	}
	return parts;
}

/** The values of an `in (…)`, made up to one of a few lengths by repeating the last, which changes nothing. */
export function padInList<Value>(values: readonly Value[]): readonly Value[] {
	const last = values.at(-1);
	if (last === undefined) return values;
	const length = 2 ** Math.ceil(Math.log2(values.length));
	return [...values, ...Array<Value>(length - values.length).fill(last)];
}
