import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../../domain/clock.ts';
import { MediaStorageError } from '../media-storage.ts';

/** Maximum bytes of cached copies. */
const KEPT_SIZE = 256 * 1024 * 1024;
/** Milliseconds after its last use in which a copy is never removed: a driver may be reading it. */
const USE_TIME = 300_000;

/** Copies of files on this machine's disk; the durable ones are, or will be, in the bucket. */
export interface LocalCopies {
	root: string;
	pathOf(file: string): string;
	/**
	 * Writes a file and returns its size. Throws MediaStorageError if the disk cannot be written to; rethrows an error of
	 * the source. Neither leaves a file.
	 */
	write(file: string, source: AsyncIterable<Uint8Array>): Promise<number>;
	/** Whether there is a copy of a file. An existing copy then stays for some minutes. */
	use(file: string): Promise<boolean>;
	/** Allows the removal of a copy to make room, because the bucket has the file. */
	allowRemoval(file: string, size: number): Promise<void>;
	remove(file: string): Promise<void>;
}

/** Opens a folder of copies, and removes those that were written before `before` (epoch milliseconds). */
export async function openLocalCopies(root: string, clock: Clock, before: number): Promise<LocalCopies> {
	await mkdir(root, { recursive: true, mode: 0o700 });
	await removeOld(root, before);
	/** The copies that may be removed, least recently used first. */
	const removable = new Map<string, { size: number; usedAt: number }>();
	let kept = 0;
	const pathOf = (file: string): string => path.join(root, ...file.split('/'));

	function touch(file: string, size: number): void {
		forget(file);
		removable.set(file, { size, usedAt: clock.now() });
		kept += size;
	}

	function forget(file: string): void {
		kept -= removable.get(file)?.size ?? 0;
		removable.delete(file);
	}

	async function remove(file: string): Promise<void> {
		forget(file);
		await rm(pathOf(file), { force: true });
	}

	return {
		root,
		pathOf,
		remove,
		async write(file, source) {
			await mkdir(path.dirname(pathOf(file)), { recursive: true, mode: 0o700 }).catch(throwStorageError);
			// Renamed when it is complete, so that no reader finds half a file.
			const part = `${pathOf(file)}.part`;
			try {
				const size = await writeAll(part, source);
				await rename(part, pathOf(file)).catch(throwStorageError);
				return size;
			} catch (error) {
				await rm(part, { force: true });
				throw error;
			}
		},
		async use(file) {
			const exists = await stat(pathOf(file)).then(
				() => true,
				() => false,
			);
			const entry = removable.get(file);
			if (exists && entry !== undefined) touch(file, entry.size);
			return exists;
		},
		async allowRemoval(file, size) {
			touch(file, size);
			for (const [oldest, { usedAt }] of removable) {
				if (kept <= KEPT_SIZE || usedAt > clock.now() - USE_TIME) return;
				await remove(oldest);
			}
		},
	};
}

/** Writes each chunk before it reads the next one. Returns the number of bytes. */
async function writeAll(target: string, source: AsyncIterable<Uint8Array>): Promise<number> {
	const handle = await open(target, 'w', 0o600).catch(throwStorageError);
	try {
		let size = 0;
		for await (const chunk of source) {
			await handle.writeFile(chunk).catch(throwStorageError);
			size += chunk.length;
		}
		return size;
	} finally {
		await handle.close();
	}
}

async function removeOld(root: string, before: number): Promise<void> {
	for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile()) continue;
		const file = path.join(entry.parentPath, entry.name);
		// Another gateway on the same folder may have removed the file meanwhile.
		const stats = await stat(file).catch(() => null);
		if (stats !== null && stats.mtimeMs <= before) await rm(file, { force: true });
	}
}

function throwStorageError(cause: unknown): never {
	throw new MediaStorageError(cause);
}
