import { boundedText, NAME_LIMIT, TEXT_LIMIT } from '../../bounded-text.ts';

/** Removes what no store accepts from a text of a stranger, and limits its length. */
export function sanitizeText(text: string, limit = TEXT_LIMIT): string {
	return boundedText(text, limit);
}

export function sanitizeName(name: string): string {
	return sanitizeText(name, NAME_LIMIT);
}

/** The sanitized text; null: it is absent or empty. */
export function textOrNull(text: string | null | undefined): string | null {
	return typeof text !== 'string' || text === '' ? null : sanitizeText(text);
}

/** Joins the texts that are not empty, one per line; null: there are none. */
export function joinLines(texts: readonly (string | null | undefined)[]): string | null {
	return textOrNull(texts.filter((text) => textOrNull(text) !== null).join('\n'));
}
