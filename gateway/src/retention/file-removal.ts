import type { Clock } from '../domain/clock.ts';
import type { MediaStorage } from '../media/storage/media-storage.ts';
import type { MediaQuota } from '../media/storage/media-quota.ts';
import type { Db } from '../store/schema.ts';
import { isMediaFileReferenced } from '../store/messages/uploads.ts';
import type { Sweep } from './retention.ts';

/**
 * Removes files after the rows that reference them. A file is marked pending before its rows are deleted, and is
 * removed in a sweep at least a minute later, unless a row references it again by then, such as the row of a message
 * enqueued meanwhile. After a crash in between, the start of the gateway removes it, because its marker is still there.
 */
export interface FileRemoval {
	markPending(files: readonly string[]): Promise<void>;
	isPending(file: string): boolean;
	removePending(sweep: Sweep): Promise<void>;
}

/** Milliseconds in which the transaction of a message that references a pending file commits or fails. */
const GRACE_PERIOD = 60_000;

export function createFileRemoval(
	read: Db,
	clock: Clock,
	{ folder, quota }: { folder: MediaStorage; quota: MediaQuota },
): FileRemoval {
	/** The epoch milliseconds at which each file was marked. */
	const pendingSince = new Map<string, number>();
	return {
		async markPending(files) {
			for (const file of files) {
				await folder.markPending(file);
				pendingSince.set(file, clock.now());
			}
		},
		isPending: (file) => pendingSince.has(file),
		async removePending(sweep) {
			let removed = 0;
			for (const [file, since] of [...pendingSince]) {
				if (since > sweep.now - GRACE_PERIOD) continue;
				pendingSince.delete(file);
				if (await isMediaFileReferenced(read, file)) {
					await folder.confirm(file);
					continue;
				}
				await folder.discard(file);
				removed += 1;
			}
			if (removed > 0) await quota.measure();
			sweep.countRemoved('media_files', removed);
		},
	};
}
