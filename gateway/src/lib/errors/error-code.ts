/** Returns the code of an error of the system or of a library, such as ENOENT; empty: it has none. */
export function codeOf(error: unknown): string {
	return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
