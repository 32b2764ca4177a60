/**
 * The key of the oldest entry of the owner that has most entries; undefined: the map is empty. Where a limit holds for
 * all owners together, removing this entry keeps one owner from displacing the entries of the others.
 */
export function oldestOfLargest<Key, Value>(
	entries: ReadonlyMap<Key, Value>,
	ownerOf: (value: Value) => string,
): Key | undefined {
	const counts = new Map<string, number>();
	let largest: string | undefined;
	for (const value of entries.values()) {
		const owner = ownerOf(value);
		const count = (counts.get(owner) ?? 0) + 1;
		counts.set(owner, count);
		if (largest === undefined || count > (counts.get(largest) ?? 0)) largest = owner;
	}
	for (const [key, value] of entries) if (ownerOf(value) === largest) return key;
	return undefined;
}
