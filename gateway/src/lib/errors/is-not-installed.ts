import { codeOf } from './error-code.ts';

/** Whether an import failed because a package is not installed. */
export function isNotInstalled(error: unknown): boolean {
	return codeOf(error) === 'ERR_MODULE_NOT_FOUND';
}
