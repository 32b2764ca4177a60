/** What stands under a name in parsed JSON; undefined where there is no such thing. */
export function getPath(value: unknown, ...names: readonly (string | number)[]): unknown {
	return names.reduce<unknown>(
		(found, name) =>
			// What every object inherits, such as `constructor`, is not in the JSON.
			typeof found === 'object' && found !== null && Object.hasOwn(found, name)
				? (found as Record<string | number, unknown>)[name]
				: undefined,
		value,
	);
}

/** The text that stands there, or null. */
export function getString(value: unknown, ...names: readonly (string | number)[]): string | null {
	const found = getPath(value, ...names);
	return typeof found === 'string' ? found : null;
}

/** The number that stands there, also where it is written as a text; null where there is none. */
export function getNumber(value: unknown, ...names: readonly (string | number)[]): number | null {
	const found = getPath(value, ...names);
	const number =
		typeof found === 'string' && found.trim() !== '' && found.length < 40 ? Number(found) : found;
	return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** The list that stands there; empty where there is none. */
export function getArray(value: unknown, ...names: readonly (string | number)[]): readonly unknown[] {
	const found = getPath(value, ...names);
	return Array.isArray(found) ? found : [];
}
