/** What stands under a name in parsed JSON; undefined where there is no such thing. */
export function inside(value: unknown, ...names: readonly (string | number)[]): unknown {
	return names.reduce<unknown>(
		(found, name) =>
			typeof found === 'object' && found !== null
				? (found as Record<string | number, unknown>)[name]
				: undefined,
		value,
	);
}

/** The text that stands there, or null. */
export function textIn(value: unknown, ...names: readonly (string | number)[]): string | null {
	const found = inside(value, ...names);
	return typeof found === 'string' ? found : null;
}

/** The list that stands there; empty where there is none. */
export function listIn(value: unknown, ...names: readonly (string | number)[]): readonly unknown[] {
	const found = inside(value, ...names);
	return Array.isArray(found) ? found : [];
}
