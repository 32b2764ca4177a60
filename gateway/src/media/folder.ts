import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MediaId, NewId } from '../domain/ids.ts';

/** Where the files lie that belong to no instance. */
export const UPLOADS = 'uploads';
/** Holds one empty file for each media file that no committed row names yet. */
export const PENDING = 'unsettled';

/** A file that was just written, and stays only when it is settled. */
export interface ReceivedFile {
	id: MediaId;
	/** Its name under the media folder, as rows hold it. */
	file: string;
	path: string;
	/** Bytes. */
	size: number;
}

/**
 * The files of media messages and of uploads, one folder an instance and one for the uploads. A file is unsettled
 * until the row that names it is committed; what a crash leaves unsettled is removed at the next start.
 */
export interface MediaFolder {
	root: string;
	pathOf(file: string): string;
	/** Writes a new file, synced to disk. When the source fails, its error is thrown and nothing is left. */
	receive(owner: string, source: AsyncIterable<Uint8Array>): Promise<ReceivedFile>;
	/** Moves a file from elsewhere on this machine into the folder; one that is there already stays as it is. */
	moveIn(owner: string, from: string): Promise<string>;
	/** Gives a file of the folder a second name, under another owner; each of them is deleted on its own. */
	link(owner: string, file: string): Promise<string>;
	/** The row that names the file is about to go, and the file with it. */
	markPending(file: string): Promise<void>;
	/** Removes all files of an instance that is gone. */
	removeOwner(owner: string): Promise<void>;
	/** The row that names the file is committed: it stays. */
	confirm(file: string): Promise<void>;
	/** No row will name the file: it goes. */
	discard(file: string): Promise<void>;
	/**
	 * Removes what a crash left behind before a moment (epoch milliseconds), and the files of instances that are
	 * gone. Call it before anything else.
	 */
	sweep(kept: KeptMedia, before: number): Promise<void>;
}

/** What rows still name. */
export interface KeptMedia {
	file(file: string): Promise<boolean>;
	owner(owner: string): Promise<boolean>;
}

/** The disk failed, not where the file came from. */
export class MediaNotStored extends Error {
	constructor(cause: unknown) {
		super('The media folder could not be written to.', { cause });
		this.name = 'MediaNotStored';
	}
}

/** Gives the media folder inside a data folder, made when absent. */
export async function openMediaFolder(dataFolder: string, newId: NewId): Promise<MediaFolder> {
	const root = path.join(dataFolder, 'media');
	const unsettled = path.join(root, PENDING);
	await mkdir(unsettled, { recursive: true, mode: 0o700 });

	const pathOf = (file: string): string => path.join(root, ...file.split('/'));
	const markerOf = (file: string): string => path.join(unsettled, file.replace('/', '+'));

	async function begin(owner: string): Promise<Omit<ReceivedFile, 'size'>> {
		const id = newId('med');
		const file = `${owner}/${id}`;
		await mkdir(path.join(root, owner), { recursive: true, mode: 0o700 });
		await writeFile(markerOf(file), '');
		return { id, file, path: pathOf(file) };
	}

	async function discard(file: string): Promise<void> {
		await rm(pathOf(file), { force: true });
		await rm(markerOf(file), { force: true });
	}

	/** Puts a file into a owner; once more where the owner was removed, with its instance, at the same moment. */
	async function place(owner: string, put: (to: string) => Promise<void>): Promise<string> {
		const placeOnce = async (): Promise<string> => {
			const begun = await begin(owner);
			try {
				await put(begun.path);
				await syncFolder(path.dirname(begun.path));
				return begun.file;
			} catch (error) {
				await discard(begun.file);
				throw error;
			}
		};
		return placeOnce().catch((error: unknown) => {
			if (existsSync(path.join(root, owner))) throw error;
			return placeOnce();
		});
	}

	async function removeOwner(owner: string): Promise<void> {
		await rm(path.join(root, owner), { recursive: true, force: true });
	}

	return {
		root,
		pathOf,
		discard,
		async markPending(file) {
			await writeFile(markerOf(file), '');
		},
		async receive(owner, source) {
			const begun = await begin(owner).catch(notStored);
			try {
				const size = await writeAll(begun.path, source);
				await syncFolder(path.dirname(begun.path)).catch(notStored);
				return { ...begun, size };
			} catch (error) {
				await discard(begun.file);
				throw error;
			}
		},
		async moveIn(owner, from) {
			if (path.dirname(path.dirname(from)) === root) return mediaFileAt(from);
			return place(owner, (to) => move(from, to));
		},
		link: (owner, file) => place(owner, (to) => duplicate(pathOf(file), to)).catch(notStored),
		removeOwner,
		async confirm(file) {
			await rm(markerOf(file), { force: true });
		},
		async sweep(kept, before) {
			for (const marker of await readdir(unsettled)) {
				const { mtimeMs } = await stat(path.join(unsettled, marker));
				if (mtimeMs > before) continue;
				const file = marker.replace('+', '/');
				if (await kept.file(file)) await rm(markerOf(file), { force: true });
				else await discard(file);
			}
			for (const owner of await readdir(root)) {
				if (owner === PENDING || owner === UPLOADS || (await kept.owner(owner))) continue;
				await removeOwner(owner);
			}
		},
	};
}

/** The name under the media folder of a file in it, by its path. */
export function mediaFileAt(filePath: string): string {
	return `${path.basename(path.dirname(filePath))}/${path.basename(filePath)}`;
}

/** A file on another disk cannot be renamed into place. */
async function move(from: string, to: string): Promise<void> {
	try {
		await rename(from, to);
	} catch {
		await copyFile(from, to);
		await rm(from, { force: true });
	}
}

/** A second name costs nothing; where the disk knows no such thing, the bytes are copied. */
async function duplicate(from: string, to: string): Promise<void> {
	try {
		await link(from, to);
	} catch {
		await copyFile(from, to);
		const handle = await open(to, 'r+');
		try {
			await handle.sync();
		} finally {
			await handle.close();
		}
	}
}

/** Writes chunk by chunk, each before the next is taken; gives the number of bytes. */
async function writeAll(target: string, source: AsyncIterable<Uint8Array>): Promise<number> {
	const handle = await open(target, 'wx', 0o600).catch(notStored);
	try {
		let size = 0;
		for await (const chunk of source) {
			await handle.writeFile(chunk).catch(notStored);
			size += chunk.length;
		}
		await handle.sync().catch(notStored);
		return size;
	} finally {
		await handle.close();
	}
}

/** Makes a new name in a folder survive a loss of power. Windows has no such call, and does it by itself. */
async function syncFolder(folder: string): Promise<void> {
	if (process.platform === 'win32') return;
	const handle = await open(folder, 'r');
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

function notStored(cause: unknown): never {
	throw new MediaNotStored(cause);
}
