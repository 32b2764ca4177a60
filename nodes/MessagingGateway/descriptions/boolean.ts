/**
 * Returns the boolean in a form field, which an expression may return as a text, e.g. from a spreadsheet. Returns any
 * other value unchanged: it is no `true`, and the gateway refuses it.
 */
export function toBoolean<T>(value: T): T | boolean {
	const text = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
	if (text === 'true') return true;
	return text === 'false' ? false : value;
}
