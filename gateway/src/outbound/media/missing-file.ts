import { codeOf } from '../../lib/errors/error-code.ts';
import { MediaStorageError } from '../../media/storage/media-storage.ts';

/** Whether an error of the media folder says that there is no such file. */
export function isMissingFile(error: unknown): boolean {
	return codeOf(error instanceof MediaStorageError ? error.cause : error) === 'ENOENT';
}
