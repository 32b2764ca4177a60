/** Returns the value at a path in parsed JSON; undefined if the path does not exist. */
export function getPath(value: unknown, ...names: readonly (string | number)[]): unknown {
	return names.reduce<unknown>(
		(parent, name) =>
			// Inherited properties, such as `constructor`, are not part of the JSON.
			typeof parent === 'object' && parent !== null && Object.hasOwn(parent, name)
				? (parent as Record<string | number, unknown>)[name]
				: undefined,
		value,
	);
}

/** Returns the string at a path, or null. */
export function getString(value: unknown, ...names: readonly (string | number)[]): string | null {
	const text = getPath(value, ...names);
	return typeof text === 'string' ? text : null;
}

/** Returns the number at a path, even if it is written as a string; null: there is none. */
export function getNumber(value: unknown, ...names: readonly (string | number)[]): number | null {
	const raw = getPath(value, ...names);
	const number = typeof raw === 'string' && raw.trim() !== '' && raw.length < 40 ? Number(raw) : raw;
	return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Returns the array at a path; empty: there is none. */
export function getArray(value: unknown, ...names: readonly (string | number)[]): readonly unknown[] {
	const list = getPath(value, ...names);
	return Array.isArray(list) ? list : [];
}
