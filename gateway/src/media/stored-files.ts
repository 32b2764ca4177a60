import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { UNSETTLED } from './folder.ts';

/** A file in the media folder. */
export interface StoredFile {
	/** Its names under the folder, as rows hold them, the oldest first: an upload and what was sent of it share one file. */
	names: string[];
	/** Bytes. */
	size: number;
	/** Whether committed rows have all its names, as far as the folder knows. */
	settled: boolean;
}

/** All files of a media folder, the oldest first: their names sort by the time they were made. */
export async function listStoredFiles(root: string): Promise<StoredFile[]> {
	const marks = new Set(await readdir(path.join(root, UNSETTLED)));
	const stored = new Map<string, StoredFile>();
	for (const name of (await namesIn(root)).sort((a, b) => (path.basename(a) < path.basename(b) ? -1 : 1))) {
		const found = await statOf(path.join(root, name));
		if (found === null) continue;
		const identity = `${found.dev} ${found.ino}`;
		const { names, settled } = stored.get(identity) ?? { names: [], settled: true };
		stored.set(identity, {
			names: [...names, name],
			size: found.size,
			settled: settled && !marks.has(name.replace('/', '+')),
		});
	}
	return [...stored.values()];
}

/** Bytes of a file that nobody shares; 0 where somebody does, or where it is not there any more. */
export async function ownSize(file: string): Promise<number> {
	const found = await statOf(file);
	return found?.nlink === 1 ? found.size : 0;
}

async function namesIn(root: string): Promise<string[]> {
	const names: string[] = [];
	for (const entry of await readdir(root, { withFileTypes: true })) {
		if (!entry.isDirectory() || entry.name === UNSETTLED) continue;
		names.push(...(await readdir(path.join(root, entry.name))).map((name) => `${entry.name}/${name}`));
	}
	return names;
}

async function statOf(file: string) {
	return stat(file).catch(() => null);
}
