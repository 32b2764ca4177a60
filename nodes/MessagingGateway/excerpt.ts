/** Maximum number of characters of an excerpt. */
const MAX_EXCERPT_LENGTH = 60;

/** Returns the beginning of a text on one line, for the name of a list item, or for an error that quotes what was entered. */
export function excerptOf(text: string): string {
	const line = text.replace(/\s+/g, ' ');
	if (line.length <= MAX_EXCERPT_LENGTH) return line;
	// A character has two code units at most.
	return `${[...line.slice(0, 2 * MAX_EXCERPT_LENGTH)].slice(0, MAX_EXCERPT_LENGTH).join('')}…`;
}
