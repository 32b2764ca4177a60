/** Text without the difference between upper and lower case: the engines' own lower() knows different letters. */
export function foldCase(text: string): string {
	return text.normalize('NFC').toLowerCase();
}

/** The digits of what may be part of a number, however it is spaced, or null. */
export function digitsOf(search: string): string | null {
	const digits = search.replace(/[\s+()./-]/g, '');
	return /^[0-9]+$/.test(digits) ? digits : null;
}

/** The LIKE pattern of texts with this part, to be used with `escape '\'`. */
export function containing(part: string): string {
	return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}
