/** A ULID, which each placeholder of an id stands for where a schema is to accept it. */
const ULID = '01k9z5q7v8w9x0y1z2a3b4c5d6';

/**
 * Reads JSON as documents write it: `…` stands for further fields or items, and for the value of a field. Throws
 * SyntaxError.
 */
export function parseAbridged(text: string): unknown {
	const strings: string[] = [];
	// Strings are put aside, since a `…` in one is a part of its text.
	const bare = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, (string) => `"${strings.push(string) - 1}"`);
	const whole = bare
		.replaceAll(/:\s*…/g, ': null')
		.replaceAll(/…\s*,|,\s*…/g, '')
		.replaceAll('…', '');
	return JSON.parse(whole.replaceAll(/"(\d+)"/g, (_, index: string) => strings[Number(index)] ?? '""'));
}

/** Returns a value with an id in the place of `inst_…` and its like, so that a schema accepts it. */
export function withIds(value: unknown): unknown {
	const text = JSON.stringify(value).replaceAll(
		/"((?:[a-z]+_))…"/g,
		(_, prefix: string) => `"${prefix}${ULID}"`,
	);
	return JSON.parse(text) as unknown;
}

/**
 * Returns how a real answer differs from the one that a document shows: a field that is missing, or has a value of
 * another type. Null: it does not.
 */
export function shapeDifference(shown: unknown, real: unknown, where = 'the answer'): string | null {
	// Null is shown for what is left out, and is what an optional field holds.
	if (shown === null || real === null) return null;
	if (Array.isArray(shown)) {
		if (!Array.isArray(real)) return `${where} is no list`;
		return shown.length === 0 || real.length === 0 ? null : shapeDifference(shown[0], real[0], `${where}[0]`);
	}
	if (typeof shown !== typeof real) return `${where} is ${typeof real}, and not ${typeof shown}`;
	if (typeof shown !== 'object') {
		return typeof shown === 'boolean' && shown !== real ? `${where} is not ${String(shown)}` : null;
	}
	for (const [name, value] of Object.entries(shown)) {
		if (!(name in (real as object))) return `${where} has no field "${name}"`;
		const inside = (real as Record<string, unknown>)[name];
		const difference = shapeDifference(value, inside, `${where}.${name}`);
		if (difference !== null) return difference;
	}
	return null;
}
