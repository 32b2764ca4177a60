import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { UNSETTLED } from './folder.ts';

/** A file in the media folder. */
export interface StoredFile {
	/** Its name under the folder, as rows hold it. */
	file: string;
	/** Bytes. */
	size: number;
	/** Whether a committed row names it, as far as the folder knows. */
	settled: boolean;
}

/** All files of a media folder, the oldest first: their names sort by the time they were made. */
export async function listStoredFiles(root: string): Promise<StoredFile[]> {
	const marks = new Set(await readdir(path.join(root, UNSETTLED)));
	const stored: StoredFile[] = [];
	for (const entry of await readdir(root, { withFileTypes: true })) {
		if (!entry.isDirectory() || entry.name === UNSETTLED) continue;
		const home = entry.name;
		const inside = (await readdir(path.join(root, home))).map(async (name) => ({
			file: `${home}/${name}`,
			size: await fileSize(path.join(root, home, name)),
			settled: !marks.has(`${home}+${name}`),
		}));
		stored.push(...(await Promise.all(inside)));
	}
	return stored.sort((a, b) => (path.basename(a.file) < path.basename(b.file) ? -1 : 1));
}

/** Bytes of a file; 0 where it is not there any more. */
export async function fileSize(file: string): Promise<number> {
	return stat(file).then(
		({ size }) => size,
		() => 0,
	);
}
