/** Folds the case of a text for comparisons: the lower() functions of the two engines differ in the letters they know. */
export function foldCase(text: string): string {
	return text.normalize('NFC').toLowerCase();
}

/** The digits of a search text that may be part of a phone number, without separators; null where it is none. */
export function digitsOf(search: string): string | null {
	const digits = search.replace(/[\s+()./-]/g, '');
	return /^[0-9]+$/.test(digits) ? digits : null;
}

/** The LIKE pattern of texts that contain a part; use it with `escape '\'`. */
export function containing(part: string): string {
	return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}
