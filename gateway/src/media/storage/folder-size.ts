import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../domain/clock.ts';

/** Milliseconds between two measurements: each reads the metadata of every file. */
const INTERVAL = 3_600_000;

/**
 * Returns the size of a folder in bytes, as it was measured at most an hour ago; null: it is being measured for the
 * first time. The measurement starts when the size is requested, and does not delay the request.
 */
export function createFolderSize(folder: string, clock: Clock): () => number | null {
	let size: number | null = null;
	let measuredAt = -Infinity;
	return () => {
		if (clock.now() - measuredAt >= INTERVAL) {
			measuredAt = clock.now();
			void sizeOf(folder).then((measured) => {
				size = measured;
			});
		}
		return size;
	};
}

/** A file with several names in the folder counts once. A file that is removed meanwhile does not count. */
async function sizeOf(folder: string): Promise<number> {
	let total = 0;
	for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
		const full = path.join(folder, entry.name);
		if (entry.isDirectory()) total += await sizeOf(full);
		else if (entry.isFile()) {
			total += await stat(full).then(
				({ size, nlink }) => size / Math.max(1, nlink),
				() => 0,
			);
		}
	}
	return total;
}
