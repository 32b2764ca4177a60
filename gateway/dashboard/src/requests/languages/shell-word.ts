/** A text as one word of a POSIX shell, which expands nothing between single quotes. */
export function shellWord(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
