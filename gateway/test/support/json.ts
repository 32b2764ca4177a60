/** What a dotted path leads to inside parsed JSON; undefined where it leads nowhere. */
export function at(value: unknown, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>(
			(inside, key) =>
				typeof inside === 'object' && inside !== null ? (inside as Record<string, unknown>)[key] : undefined,
			value,
		);
}

/** The text a path leads to; throws where it is something else. */
export function textAt(value: unknown, path: string): string {
	const found = at(value, path);
	if (typeof found !== 'string') throw new Error(`No text at ${path}: ${JSON.stringify(value)}`);
	return found;
}
