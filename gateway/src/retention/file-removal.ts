import type { MediaFolder } from '../media/folder.ts';
import type { MediaSpace } from '../media/space.ts';
import type { Db } from '../store/schema.ts';
import { isMediaFileNamed } from '../store/uploads.ts';
import type { Sweep } from './retention.ts';

/**
 * Removes files after the rows that name them. A file is announced before the commit that removes its rows, and
 * looked at again one sweep later: what names it by then, a message that was just being accepted say, keeps it. A
 * crash in between leaves the announcement in the folder, and the next start looks.
 */
export interface FileRemoval {
	announce(files: readonly string[]): Promise<void>;
	isAnnounced(file: string): boolean;
	removeAnnounced(sweep: Sweep): Promise<void>;
}

export function createFileRemoval(
	read: Db,
	{ folder, space }: { folder: MediaFolder; space: MediaSpace },
): FileRemoval {
	const announced = new Set<string>();
	return {
		async announce(files) {
			for (const file of files) {
				await folder.unsettle(file);
				announced.add(file);
			}
		},
		isAnnounced: (file) => announced.has(file),
		async removeAnnounced(sweep) {
			const earlier = [...announced];
			announced.clear();
			let removed = 0;
			for (const file of earlier) {
				if (await isMediaFileNamed(read, file)) {
					await folder.settle(file);
					continue;
				}
				await folder.discard(file);
				removed += 1;
			}
			if (removed > 0) await space.measure();
			sweep.removed('media_files', removed);
		},
	};
}
