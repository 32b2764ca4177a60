/** Rows one statement takes, most first. */
const SIZES = [64, 16, 4, 1];

/**
 * Cuts rows into chunks of a few sizes only. A statement over many rows has a text for every number of them; with
 * few numbers there are few texts, and each is prepared once.
 */
export function chunksOf<T>(rows: readonly T[]): T[][] {
	const chunks: T[][] = [];
	let from = 0;
	for (const size of SIZES) {
		for (; rows.length - from >= size; from += size) chunks.push(rows.slice(from, from + size));
	}
	return chunks;
}
