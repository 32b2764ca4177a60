import { existsSync } from 'node:fs';
import {
	copyFile,
	link,
	mkdir,
	open,
	readdir,
	rename,
	rm,
	rmdir,
	stat,
	writeFile,
	type FileHandle,
} from 'node:fs/promises';
import path from 'node:path';
import type { NewId } from '../../domain/ids.ts';
import { codeOf } from '../../lib/errors/error-code.ts';
import { syncFolder } from '../../lib/files/sync-folder.ts';
import { partOf, type ByteRange } from '../byte-range.ts';
import {
	isInstanceFolder,
	isMediaFile,
	mediaFileAt,
	MediaStorageError,
	PENDING,
	type MediaStorage,
	type OpenedFile,
	type ReceivedFile,
} from './media-storage.ts';

/** Opens the media folder inside a data folder. Creates it if it does not exist. */
export async function openMediaFolder(dataFolder: string, newId: NewId): Promise<MediaStorage> {
	const root = path.join(dataFolder, 'media');
	const markers = path.join(root, PENDING);
	await makeFolders([root, markers]);

	const pathOf = (file: string): string => path.join(root, ...file.split('/'));
	const markerOf = (file: string): string => path.join(markers, file.replace('/', '+'));

	/** Chooses the name of a new file, and writes its marker before any of its bytes exist. */
	async function allocate(owner: string): Promise<Omit<ReceivedFile, 'size'>> {
		const id = newId('med');
		const file = `${owner}/${id}`;
		// An operator may empty the folder while the gateway runs, such as to free space.
		await makeFolders([root, markers, path.join(root, owner)]);
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
		await rm(path.join(markers, owner), { force: true });
	}

	return {
		root,
		pathOf,
		discard,
		// `receive` has synced it.
		persist: () => Promise.resolve(),
		async open(file, range = null) {
			const handle = await open(pathOf(file), 'r').catch(() => null);
			return handle === null ? null : openPart(handle, range);
		},
		localPath: (file) => Promise.resolve(pathOf(file)),
		release: () => Promise.resolve(),
		close: () => Promise.resolve(),
		async markPending(file) {
			await makeFolders([root, markers]);
			await writeFile(markerOf(file), '');
		},
		async markOwnerPending(owner) {
			await makeFolders([root, markers]);
			await writeFile(path.join(markers, owner), '');
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
				if (isInstanceFolder(marker) && !(await references.hasOwner(marker))) await removeOwner(marker);
				const file = fileOfMarker(marker);
				// Another gateway on a shared folder may have confirmed the file meanwhile.
				const stats = await stat(path.join(markers, marker)).catch(() => null);
				if (file === null || stats === null || stats.mtimeMs > before) continue;
				if (await references.hasFile(file)) await rm(markerOf(file), { force: true });
				else await discard(file);
			}
			for (const owner of await readdir(root)) {
				if (!isInstanceFolder(owner) || (await references.hasOwner(owner))) continue;
				// Files in it are those of another database: this gateway was started with wrong settings.
				await rmdir(path.join(root, owner)).catch(() => undefined);
			}
		},
	};
}

/**
 * Creates folders that do not exist, in this order. It does not create the folder above them: a data folder that was
 * moved away could not be moved back.
 */
async function makeFolders(folders: readonly string[]): Promise<void> {
	for (const folder of folders) {
		await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
			if (codeOf(error) !== 'EEXIST') throw error;
		});
	}
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
	const handle = await open(to, 'r+');
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

async function openPart(handle: FileHandle, range: ByteRange | null): Promise<OpenedFile> {
	try {
		const { size } = await handle.stat();
		const part = range === null ? null : partOf(range, size);
		const bounds = part === null ? {} : { start: part.first, end: part.last };
		return { size, part, content: handle.createReadStream(bounds) };
	} catch (error) {
		await handle.close();
		throw error;
	}
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

function throwStorageError(cause: unknown): never {
	throw new MediaStorageError(cause);
}
