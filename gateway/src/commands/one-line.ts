/** What a terminal obeys, such as the start of an escape sequence, and what ends a line or turns its direction. */
const OBEYED = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Returns a line of a command's output in which the names and texts of others are only read: unescaped, they could
 * change what the terminal shows, or add lines of their own.
 */
export function oneLine(line: string): string {
	return line.replace(OBEYED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
