/** Returns the value at a dotted path inside parsed JSON; undefined where there is none. */
export function at(value: unknown, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>(
			(inside, key) =>
				typeof inside === 'object' && inside !== null ? (inside as Record<string, unknown>)[key] : undefined,
			value,
		);
}

/** Returns the string at a dotted path; throws where there is none. */
export function textAt(value: unknown, path: string): string {
	const found = at(value, path);
	if (typeof found !== 'string') throw new Error(`No text at ${path}: ${JSON.stringify(value)}`);
	return found;
}
