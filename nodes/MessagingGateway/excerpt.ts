/** Maximum number of characters of a text in a list. */
const MAX_EXCERPT_LENGTH = 60;

/** Returns the beginning of a text on one line, for the name of a list item. */
export function excerptOf(text: string): string {
	const line = text.replace(/\s+/g, ' ');
	return line.length > MAX_EXCERPT_LENGTH ? `${[...line].slice(0, MAX_EXCERPT_LENGTH).join('')}…` : line;
}
