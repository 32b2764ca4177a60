/**
 * Gives the code of a system error, such as ENOENT. It asks for the property and not for the class: under jest the
 * system's errors are of another realm's class.
 */
export function errorCode(error: unknown): string | undefined {
	if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
	return String(error.code);
}
