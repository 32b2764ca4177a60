/**
 * Parses the `flatted` format in which n8n stores an execution's data: a table contains each string, array and object
 * once, and references are indexes into the table, written as strings.
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
