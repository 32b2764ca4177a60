import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isOwner, PENDING } from './media-storage.ts';

/** A file in the media folder. An upload and the messages that were sent with it are hard links to one file. */
export interface StoredFile {
	/** Oldest first. */
	names: StoredName[];
	/** Bytes; counted once, however many names the file has. */
	size: number;
}

export interface StoredName {
	/** The name relative to the media folder, as rows store it. */
	file: string;
	/** False: the file is pending. */
	confirmed: boolean;
}

/** Lists all files of a media folder, sorted by the creation time of their newest name. */
export async function listStoredFiles(root: string): Promise<StoredFile[]> {
	const markers = new Set(await readdir(path.join(root, PENDING)));
	const stored = new Map<string, StoredFile>();
	for (const entry of await readdir(root, { withFileTypes: true })) {
		const owner = entry.name;
		if (!entry.isDirectory() || !isOwner(owner)) continue;
		// Another gateway on a shared folder may have removed the owner meanwhile.
		const names = await readdir(path.join(root, owner)).catch(() => []);
		const files = names.map(async (name) => ({
			name: { file: `${owner}/${name}`, confirmed: !markers.has(`${owner}+${name}`) },
			stats: await statFile(path.join(root, owner, name)),
		}));
		for (const { name, stats } of await Promise.all(files)) {
			if (stats === null) continue;
			const existing = stored.get(stats.id);
			if (existing === undefined) stored.set(stats.id, { names: [name], size: stats.size });
			else existing.names.push(name);
		}
	}
	for (const { names } of stored.values()) names.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
	return [...stored.values()].sort((a, b) => (sortKey(a.names.at(-1)) < sortKey(b.names.at(-1)) ? -1 : 1));
}

/** The last part of a name is a media id, and ids sort by creation time. */
function sortKey(name: StoredName | undefined): string {
	return path.basename(name?.file ?? '');
}

export interface FileStats {
	/** The device and inode: the same for all hard links to one file. */
	id: string;
	/** Bytes. */
	size: number;
	/** The number of hard links. */
	links: number;
}

/** Returns null if the file does not exist. */
export async function statFile(file: string): Promise<FileStats | null> {
	return stat(file, { bigint: true }).then(
		({ dev, ino, size, nlink }) => ({ id: `${dev} ${ino}`, size: Number(size), links: Number(nlink) }),
		() => null,
	);
}
