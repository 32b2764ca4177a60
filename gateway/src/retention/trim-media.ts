import { LARGEST_MEDIA } from '../media/formats.ts';
import { UPLOADS } from '../media/folder.ts';
import type { MediaSpace } from '../media/space.ts';
import type { StoredFile } from '../media/stored-files.ts';
import { forgetFiles } from '../store/expired-media.ts';
import { idBound } from '../system.ts';
import type { FileRemoval } from './file-removal.ts';
import { GROUP } from './groups.ts';
import type { Sweep } from './retention.ts';

/** Part of the limit that is left free for what comes until the next sweep; at least one file of any size fits. */
const FREE_PART = 0.1;
/** Milliseconds an upload has to be sent before it may go. */
const UPLOAD_TIME = 3_600_000;

/**
 * Removes the oldest files until the media folder is well below its limit again; the messages stay. The file of a
 * message that waits to be sent stays, and so does an upload of the last hour.
 */
export async function trimMedia(sweep: Sweep, files: FileRemoval, space: MediaSpace): Promise<void> {
	if (space.limit === null) return;
	const enough = enoughFor(space.limit);
	if ((space.used() ?? 0) <= enough) return;
	const stored = await space.measure();
	const removable = removableOf(stored, sweep.now);
	const going = stored.filter(({ file }) => files.isAnnounced(file));
	let surplus = (space.used() ?? 0) - enough - sizeOf(going);
	while (surplus > 0 && removable.length > 0) {
		if (!(await sweep.goOn())) return;
		const chosen = takeEnough(removable, surplus);
		await files.announce(chosen.map(({ file }) => file));
		const forgotten = await sweep.store.commit(({ db }) =>
			forgetFiles(
				db,
				chosen.map(({ file }) => file),
			),
		);
		sweep.removed('media_over_limit', forgotten.length);
		surplus -= sizeOf(chosen.filter(({ file }) => forgotten.includes(file)));
	}
}

/** Bytes down to which a folder of this limit is trimmed. One with a very low limit is never more than half emptied. */
function enoughFor(limit: number): number {
	return Math.max(limit / 2, limit - Math.max(limit * FREE_PART, LARGEST_MEDIA));
}

/** What a committed row names. The name of a file says when it came. */
function removableOf(stored: StoredFile[], now: number): StoredFile[] {
	const tooYoung = `${UPLOADS}/${idBound('med', now - UPLOAD_TIME)}`;
	return stored.filter(
		({ file, settled }) => settled && !(file.startsWith(`${UPLOADS}/`) && file >= tooYoung),
	);
}

/** Takes, from the beginning, as many as make up for a surplus of bytes, and no more than one group. */
function takeEnough(removable: StoredFile[], surplus: number): StoredFile[] {
	const chosen: StoredFile[] = [];
	while (sizeOf(chosen) < surplus && chosen.length < GROUP) {
		const next = removable.shift();
		if (next === undefined) break;
		chosen.push(next);
	}
	return chosen;
}

function sizeOf(files: readonly StoredFile[]): number {
	return files.reduce((sum, { size }) => sum + size, 0);
}
