import { codeOf } from '../errors/error-code.ts';
import { ExplainedError } from '../errors/explained-error.ts';

/** What a system error of a file or a folder means, and what to do. */
const FAULTS: Readonly<Record<string, readonly [is: string, remedy: string]>> = {
	ENOSPC: ['the disk is full', 'Free some space on it'],
	EDQUOT: ['the disk quota of this account is used up', 'Raise the quota, or free some space'],
	EFBIG: ['the file would be larger than this process may write', 'Raise the limit (ulimit -f)'],
	EROFS: ['the disk is read-only', 'Mount it for writing'],
	EACCES: ['this account has no permission', 'Give this account access'],
	EPERM: ['this account has no permission', 'Give this account access'],
	ENOENT: ['there is no such file or folder', 'Check the path'],
	ENOTDIR: ['a part of the path is a file, not a folder', 'Check the path'],
	EISDIR: ['it is a folder, not a file', 'Name a file'],
	EEXIST: ['it is a file, not a folder', 'Name a folder, or move the file away'],
	ENAMETOOLONG: ['the path is too long', 'Choose a shorter one'],
	ELOOP: ['its symbolic links lead in a circle', 'Check the links'],
	EIO: ['the disk does not work', 'Look into the log of the system, and replace the disk'],
	EBUSY: ['it is a mount point, or in use', 'Mount the folder above it instead'],
	EXDEV: ['it is on another disk', 'Put it on the disk of the folder above it'],
	EMFILE: ['this process has too many open files', 'Raise the limit (ulimit -n)'],
	EPIPE: ['the program that reads it has ended', 'Look at its error'],
};

/** Returns a sentence for a system error of a file, which begins with what could not be done; else the error as it is. */
export function explainFileError(what: string, error: unknown): unknown {
	const [is, remedy] = FAULTS[codeOf(error)] ?? [];
	if (is === undefined || error instanceof ExplainedError) return error;
	const path =
		error instanceof Error && 'path' in error && typeof error.path === 'string' ? ` (${error.path})` : '';
	return new ExplainedError(`${what}: ${is}${path}. ${remedy ?? ''}, and run the command again.`, {
		cause: error,
	});
}
