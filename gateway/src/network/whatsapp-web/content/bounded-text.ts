import { boundedText, NAME_LIMIT, TEXT_LIMIT } from '../../bounded-text.ts';

/** A text that every store takes, and of a size that nobody minds, whatever its sender made of it. */
export function cleaned(text: string, limit = TEXT_LIMIT): string {
	return boundedText(text, limit);
}

/** The same of a name. */
export function cleanedName(name: string): string {
	return cleaned(name, NAME_LIMIT);
}

/** A text of a message as it may be kept; null where there is none. */
export function present(text: string | null | undefined): string | null {
	return typeof text !== 'string' || text === '' ? null : cleaned(text);
}

/** Those of the texts that there are, one a line; null where there is none. */
export function lines(texts: readonly (string | null | undefined)[]): string | null {
	return present(texts.filter((text) => present(text) !== null).join('\n'));
}
