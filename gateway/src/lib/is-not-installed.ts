/** Whether an import failed because a package is not installed. */
export function isNotInstalled(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}
