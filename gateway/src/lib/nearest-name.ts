/** Returns the candidate with the fewest differing characters; null: none is near enough to be meant. */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
	// A third of the characters may differ, and always two, for two that are swapped.
	let best = Math.max(2, Math.floor(name.length / 3)) + 1;
	let nearest: string | null = null;
	for (const candidate of candidates) {
		const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
		if (distance >= best || distance > candidate.length / 2) continue;
		best = distance;
		nearest = candidate;
	}
	return nearest;
}

/** The Levenshtein distance: how many characters have to be inserted, deleted or replaced. */
function editDistance(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, column) => column);
	for (const [index, character] of Array.from(a).entries()) {
		const next = [index + 1];
		for (const [column, other] of Array.from(b).entries()) {
			const replaced = (row[column] ?? 0) + (character === other ? 0 : 1);
			next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
		}
		row = next;
	}
	return row.at(-1) ?? 0;
}
