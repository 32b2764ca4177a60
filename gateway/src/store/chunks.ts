/** Rows written by one statement. Few sizes make few texts of statements, so each is prepared once and kept. */
const SIZES = [64, 16, 4, 1] as const;

/** Divides rows among statements, largest first. */
export function inChunks<Row>(rows: readonly Row[]): Row[][] {
	const chunks: Row[][] = [];
	let from = 0;
	for (const size of SIZES) {
		for (; rows.length - from >= size; from += size) chunks.push(rows.slice(from, from + size));
	}
	return chunks;
}

/** The values of an `in (…)`, made up to one of a few lengths by repeating the last, which changes nothing. */
export function padded<Value>(values: readonly Value[]): readonly Value[] {
	const last = values.at(-1);
	if (last === undefined) return values;
	const length = 2 ** Math.ceil(Math.log2(values.length));
	return [...values, ...Array<Value>(length - values.length).fill(last)];
}
