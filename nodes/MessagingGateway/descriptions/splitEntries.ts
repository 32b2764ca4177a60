/** Returns the entries of a list, or of a text that separates them with commas, semicolons or line breaks. */
export function splitEntries(value: unknown): string[] {
	return (Array.isArray(value) ? value : String(value ?? '').split(/[,;\n]/))
		.map((entry) => String(entry).trim())
		.filter((entry) => entry !== '');
}
