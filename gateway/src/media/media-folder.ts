import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { idPattern, type MediaId, type NewId } from '../domain/ids.ts';

/** The folder of uploads, which belong to no instance. */
export const UPLOADS = 'uploads';
/** Contains an empty marker file for each media file that no committed row references yet. */
export const PENDING = 'pending';

const INSTANCE_ID = new RegExp(idPattern('inst'));
const MEDIA_ID = new RegExp(idPattern('med'));

/** Whether a subfolder of the media folder is that of an instance. */
export function isInstanceFolder(name: string): boolean {
	return INSTANCE_ID.test(name);
}

/** Whether a name relative to the media folder is one that the gateway gives to its files. */
export function isMediaFile(file: string): boolean {
	const [owner = '', name = '', ...rest] = file.split('/');
	return isOwner(owner) && MEDIA_ID.test(name) && rest.length === 0;
}

/** Whether a subfolder of the media folder is the gateway's own. A disk or a share may bring others, as `lost+found`. */
export function isOwner(name: string): boolean {
	return name === UPLOADS || isInstanceFolder(name);
}

/** A new file. It is pending until `confirm` is called. */
export interface ReceivedFile {
	id: MediaId;
	/** Its name relative to the media folder, as rows store it. */
	file: string;
	path: string;
	/** Bytes. */
	size: number;
}

/**
 * The files of media messages and of uploads: one subfolder per instance, and one for uploads. A file is pending until
 * the transaction with the row that references it is committed. The next start removes the files that a crash left
 * pending. The folder is on a disk (`openMediaFolder`), or in a bucket (`openMediaBucket`), where each method may throw
 * service_unavailable.
 */
export interface MediaFolder {
	/** The folder on this machine's disk. */
	root: string;
	/** Returns where a file is on this machine's disk; see `localPath` for a file that this process did not receive. */
	pathOf(file: string): string;
	/** Writes a new file to disk. If the source throws, rethrows its error and removes the partial file. */
	receive(owner: string, source: AsyncIterable<Uint8Array>): Promise<ReceivedFile>;
	/** Makes a received file durable. Call it before the row that references the file is committed. */
	persist(file: string): Promise<void>;
	/** Moves a file of this machine into the folder, and makes it durable. Does not move a file that is already in the folder. */
	moveIn(owner: string, from: string): Promise<string>;
	/**
	 * Hard-links, or copies, a file for another owner, durably. Each name is deleted separately. Throws a
	 * MediaStorageError with the cause ENOENT if there is no such file.
	 */
	link(owner: string, file: string): Promise<string>;
	/** Marks a file as pending before the row that references it is deleted. */
	markPending(file: string): Promise<void>;
	/** Removes all files of a deleted instance. */
	removeOwner(owner: string): Promise<void>;
	/** Keeps the file: the row that references it is committed. */
	confirm(file: string): Promise<void>;
	/** Deletes the file: no row will reference it. */
	discard(file: string): Promise<void>;
	/** Opens a file to stream it; null: it does not exist. */
	open(file: string): Promise<{ size: number; content: Readable } | null>;
	/** Returns the path at which programs on this machine can read a file, for some minutes or until `release`. */
	localPath(file: string): Promise<string>;
	/** Programs on this machine need the file no longer. */
	release(file: string): Promise<void>;
	/**
	 * Removes unreferenced files that have been pending since before `before` (epoch milliseconds), and the files of
	 * deleted instances; nothing that the gateway did not make.
	 */
	sweep(references: MediaReferences, before: number): Promise<void>;
	/** Waits for what is under way. */
	close(): Promise<void>;
}

/** Looks up which files and owners the database references. */
export interface MediaReferences {
	hasFile(file: string): Promise<boolean>;
	hasOwner(owner: string): Promise<boolean>;
}

/** The file could not be written to this machine's disk. Its source is not at fault. */
export class MediaStorageError extends Error {
	constructor(cause: unknown) {
		super(
			'The media folder could not be written to. Check the free disk space and the permissions of the data folder.',
			{ cause },
		);
		this.name = 'MediaStorageError';
	}
}

/** Opens the media folder inside a data folder. Creates it if it does not exist. */
export async function openMediaFolder(dataFolder: string, newId: NewId): Promise<MediaFolder> {
	const root = path.join(dataFolder, 'media');
	const markers = path.join(root, PENDING);
	await mkdir(markers, { recursive: true, mode: 0o700 });

	const pathOf = (file: string): string => path.join(root, ...file.split('/'));
	const markerOf = (file: string): string => path.join(markers, file.replace('/', '+'));

	/** Chooses the name of a new file, and writes its marker before any of its bytes exist. */
	async function allocate(owner: string): Promise<Omit<ReceivedFile, 'size'>> {
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

	/** Creates a file for an owner. Tries once more if the owner's folder was removed at the same moment. */
	async function createFile(owner: string, write: (to: string) => Promise<void>): Promise<string> {
		const createOnce = async (): Promise<string> => {
			const allocated = await allocate(owner);
			try {
				await write(allocated.path);
				await syncFolder(path.dirname(allocated.path));
				return allocated.file;
			} catch (error) {
				await discard(allocated.file);
				throw error;
			}
		};
		return createOnce().catch((error: unknown) => {
			if (existsSync(path.join(root, owner))) throw error;
			return createOnce();
		});
	}

	async function removeOwner(owner: string): Promise<void> {
		await rm(path.join(root, owner), { recursive: true, force: true });
	}

	return {
		root,
		pathOf,
		discard,
		// `receive` has synced it.
		persist: () => Promise.resolve(),
		async open(file) {
			const handle = await open(pathOf(file), 'r').catch(() => null);
			if (handle === null) return null;
			return { size: (await handle.stat()).size, content: handle.createReadStream() };
		},
		localPath: (file) => Promise.resolve(pathOf(file)),
		release: () => Promise.resolve(),
		close: () => Promise.resolve(),
		async markPending(file) {
			await writeFile(markerOf(file), '');
		},
		async receive(owner, source) {
			const allocated = await allocate(owner).catch(throwStorageError);
			try {
				const size = await writeAll(allocated.path, source);
				await syncFolder(path.dirname(allocated.path)).catch(throwStorageError);
				return { ...allocated, size };
			} catch (error) {
				await discard(allocated.file);
				throw error;
			}
		},
		async moveIn(owner, from) {
			if (path.dirname(path.dirname(from)) === root) return mediaFileAt(from);
			return createFile(owner, (to) => move(from, to));
		},
		link: (owner, file) => createFile(owner, (to) => linkOrCopy(pathOf(file), to)).catch(throwStorageError),
		removeOwner,
		async confirm(file) {
			await rm(markerOf(file), { force: true });
		},
		async sweep(references, before) {
			for (const marker of await readdir(markers)) {
				const file = fileOfMarker(marker);
				// Another gateway on a shared folder may have confirmed the file meanwhile.
				const stats = await stat(path.join(markers, marker)).catch(() => null);
				if (file === null || stats === null || stats.mtimeMs > before) continue;
				if (await references.hasFile(file)) await rm(markerOf(file), { force: true });
				else await discard(file);
			}
			for (const owner of await readdir(root)) {
				if (INSTANCE_ID.test(owner) && !(await references.hasOwner(owner))) await removeOwner(owner);
			}
		},
	};
}

/** Returns the name, relative to the media folder, of the file at a path in that folder. */
export function mediaFileAt(filePath: string): string {
	return `${path.basename(path.dirname(filePath))}/${path.basename(filePath)}`;
}

/** The file of a marker; null: the gateway made no marker of this name. */
function fileOfMarker(marker: string): string | null {
	const file = marker.split('+').join('/');
	return isMediaFile(file) ? file : null;
}

/** Copies the file if a rename is impossible, as it is between two disks. */
async function move(from: string, to: string): Promise<void> {
	try {
		await rename(from, to);
	} catch {
		await copyDurably(from, to);
		await rm(from, { force: true });
	}
}

/** Creates a hard link, which takes no space. Copies the file on file systems without hard links. */
async function linkOrCopy(from: string, to: string): Promise<void> {
	try {
		await link(from, to);
	} catch {
		await copyDurably(from, to);
	}
}

async function copyDurably(from: string, to: string): Promise<void> {
	await copyFile(from, to);
	await sync(to, 'r+');
}

/** Writes each chunk before it reads the next one. Returns the number of bytes. */
async function writeAll(target: string, source: AsyncIterable<Uint8Array>): Promise<number> {
	const handle = await open(target, 'wx', 0o600).catch(throwStorageError);
	try {
		let size = 0;
		for await (const chunk of source) {
			await handle.writeFile(chunk).catch(throwStorageError);
			size += chunk.length;
		}
		await handle.sync().catch(throwStorageError);
		return size;
	} finally {
		await handle.close();
	}
}

/** Syncs a folder, so that a new name in it survives a power failure. Windows has no such call and needs none. */
async function syncFolder(folder: string): Promise<void> {
	if (process.platform !== 'win32') await sync(folder, 'r');
}

async function sync(fileOrFolder: string, flags: 'r' | 'r+'): Promise<void> {
	const handle = await open(fileOrFolder, flags);
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

function throwStorageError(cause: unknown): never {
	throw new MediaStorageError(cause);
}
