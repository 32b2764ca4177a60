import { readFile } from 'node:fs/promises';
import { SimulateUsageError } from './command-arguments.ts';

const REASONS: Readonly<Record<string, string>> = {
	ENOENT: 'there is no such file. Check the path.',
	ENOTDIR: 'a part of the path is a file, not a folder. Check the path.',
	EISDIR: 'it is a folder. Name a file.',
	EACCES: 'this account has no permission. Give it access to the file.',
	EPERM: 'this account has no permission. Give it access to the file.',
};

/** Returns the text of a file that an argument names. Throws SimulateUsageError. */
export async function readTextFile(file: string): Promise<string> {
	try {
		return await readFile(file, 'utf8');
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? String(error.code) : '';
		const reason = REASONS[code] ?? (error instanceof Error ? error.message : String(error));
		throw new SimulateUsageError(`${file} cannot be read: ${reason}`);
	}
}
