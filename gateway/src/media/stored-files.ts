import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { PENDING } from './folder.ts';

/** A file in the media folder: an upload and the messages it was sent with are names of one file. */
export interface StoredFile {
	/** The oldest first. */
	names: StoredName[];
	/** Bytes, however many names they have. */
	size: number;
}

export interface StoredName {
	/** The name under the folder, as rows hold it. */
	file: string;
	/** Whether a committed row names it, as far as the folder knows. */
	settled: boolean;
}

/** All files of a media folder, in the order of their youngest names, which sort by the time they were made. */
export async function listStoredFiles(root: string): Promise<StoredFile[]> {
	const marks = new Set(await readdir(path.join(root, PENDING)));
	const stored = new Map<string, StoredFile>();
	for (const entry of await readdir(root, { withFileTypes: true })) {
		if (!entry.isDirectory() || entry.name === PENDING) continue;
		const owner = entry.name;
		const inside = (await readdir(path.join(root, owner))).map(async (name) => ({
			name: { file: `${owner}/${name}`, settled: !marks.has(`${owner}+${name}`) },
			bytes: await bytesAt(path.join(root, owner, name)),
		}));
		for (const { name, bytes } of await Promise.all(inside)) {
			if (bytes === null) continue;
			const known = stored.get(bytes.id);
			if (known === undefined) stored.set(bytes.id, { names: [name], size: bytes.size });
			else known.names.push(name);
		}
	}
	for (const { names } of stored.values()) names.sort((a, b) => (madeAt(a) < madeAt(b) ? -1 : 1));
	return [...stored.values()].sort((a, b) => (madeAt(a.names.at(-1)) < madeAt(b.names.at(-1)) ? -1 : 1));
}

/** What sorts names by the time they were made. */
function madeAt(name: StoredName | undefined): string {
	return path.basename(name?.file ?? '');
}

/** The bytes that a name leads to. */
export interface Bytes {
	/** The same for every name of theirs. */
	id: string;
	size: number;
	/** How many names they have. */
	names: number;
}

/** What a path leads to; null where nothing is there any more. */
export async function bytesAt(file: string): Promise<Bytes | null> {
	return stat(file, { bigint: true }).then(
		({ dev, ino, size, nlink }) => ({ id: `${dev} ${ino}`, size: Number(size), names: Number(nlink) }),
		() => null,
	);
}
