/**
 * Turns the table in which n8n stores an execution's data back into the tree it stands for: strings, arrays and
 * objects are kept once each, and every mention of one is its place in the table, written as a string.
 */
export function readFlatted(text: string): unknown {
	const table = JSON.parse(text) as unknown[];
	const resolve = (value: unknown): unknown =>
		typeof value === 'string' ? expand(table[Number(value)]) : value;
	const expand = (entry: unknown): unknown => {
		if (Array.isArray(entry)) return entry.map(resolve);
		if (typeof entry !== 'object' || entry === null) return entry;
		return Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, resolve(value)]));
	};
	return expand(table[0]);
}
