import type { Clock } from '../domain/clock.ts';
import type { MediaFolder } from '../media/folder.ts';
import type { MediaQuota } from '../media/media-quota.ts';
import type { Db } from '../store/schema.ts';
import { isMediaFileReferenced } from '../store/messages/uploads.ts';
import type { Sweep } from './retention.ts';

/**
 * Removes files after the rows that name them. A file is announced before the commit that removes its rows, and
 * looked at again a minute later: what names it by then, a message that was just being accepted say, keeps it. A
 * crash in between leaves the announcement in the folder, and the next start looks.
 */
export interface FileRemoval {
	markPending(files: readonly string[]): Promise<void>;
	isAnnounced(file: string): boolean;
	removeAnnounced(sweep: Sweep): Promise<void>;
}

/** Milliseconds in which a message that names an announced file is accepted, or has failed. */
const WAITED = 60_000;

export function createFileRemoval(
	read: Db,
	clock: Clock,
	{ folder, space }: { folder: MediaFolder; space: MediaQuota },
): FileRemoval {
	/** When they were announced, in epoch milliseconds. */
	const announced = new Map<string, number>();
	return {
		async markPending(files) {
			for (const file of files) {
				await folder.markPending(file);
				announced.set(file, clock.now());
			}
		},
		isAnnounced: (file) => announced.has(file),
		async removeAnnounced(sweep) {
			let removed = 0;
			for (const [file, at] of [...announced]) {
				if (at > sweep.now - WAITED) continue;
				announced.delete(file);
				if (await isMediaFileReferenced(read, file)) {
					await folder.confirm(file);
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
