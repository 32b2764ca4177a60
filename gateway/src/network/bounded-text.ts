/** Longest text that is kept of a message, in characters: the longest that the networks' own clients send. */
export const TEXT_LIMIT = 65_536;
/** Longest name of a person or a group, in characters. */
export const NAME_LIMIT = 200;

/** A text cut at a length, without what no database stores: a null character, or half of a pair of surrogates. */
export function boundedText(text: string, limit: number): string {
	return text.slice(0, limit).toWellFormed().replaceAll('\0', '\uFFFD');
}
