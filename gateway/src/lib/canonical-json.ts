/** Returns the JSON text of a value, which does not depend on the order of its keys. */
export function canonicalJson(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
	const entries = Object.entries(value).filter(([, inside]) => inside !== undefined);
	const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
	return `{${sorted.map(([key, inside]) => `${JSON.stringify(key)}:${canonicalJson(inside)}`).join(',')}}`;
}
