/** The maximum stored length of a message text, in characters: the most that the networks' own clients send. */
export const TEXT_LIMIT = 65_536;
/** The maximum stored length of the name of a person or a group, in characters. */
export const NAME_LIMIT = 200;

/** Truncates a text, and replaces what databases cannot store: null characters and lone surrogates. */
export function boundedText(text: string, limit: number): string {
	return text.slice(0, limit).toWellFormed().replaceAll('\0', '\uFFFD');
}
