import { link, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { codeOf } from '../lib/errors/error-code.ts';
import { ExplainedError } from '../lib/errors/explained-error.ts';
import { syncFolder } from '../lib/files/sync-folder.ts';

/** The file to write is there already. */
class FileExists extends ExplainedError {
	constructor(file: string) {
		super(`${file} exists already. Choose another name, or add --force to replace it.`);
		this.name = 'FileExists';
	}
}

/** The name of a file until it is complete. */
export function draftOf(file: string): string {
	return `${file}.part`;
}

/**
 * Writes a file that only this account can read. It gets its name when it is complete and on the disk: a crash leaves no
 * incomplete file of that name. Throws FileExists unless it may be replaced.
 */
export async function writeWhole<T>(
	file: string,
	{ replace }: { replace: boolean },
	write: (output: Writable) => Promise<T>,
): Promise<T> {
	if (!replace && (await exists(file))) throw new FileExists(file);
	const draft = draftOf(file);
	await rm(draft, { force: true });
	try {
		// The stream closes it.
		const handle = await open(draft, 'wx', 0o600);
		const result = await write(handle.createWriteStream({ flush: true }));
		if (replace) await rename(draft, file);
		else await renameToNew(draft, file);
		await syncFolder(path.dirname(file));
		return result;
	} finally {
		await rm(draft, { force: true });
	}
}

async function renameToNew(draft: string, file: string): Promise<void> {
	try {
		// Unlike a rename this replaces no file that appeared meanwhile.
		await link(draft, file);
	} catch (error) {
		if (codeOf(error) === 'EEXIST') throw new FileExists(file);
		// Some file systems have no hard links.
		await rename(draft, file);
	}
}

function exists(file: string): Promise<boolean> {
	return stat(file).then(
		() => true,
		() => false,
	);
}
