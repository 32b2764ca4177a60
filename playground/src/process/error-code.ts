/**
 * Returns the code of a system error, such as ENOENT. Checks the property instead of the class, because under jest
 * system errors have the class of another realm.
 */
export function errorCode(error: unknown): string | undefined {
	if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
	return String(error.code);
}
