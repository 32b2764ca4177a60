import { LARGEST_MEDIA } from '../media/formats.ts';
import { UPLOADS } from '../media/folder.ts';
import type { MediaSpace } from '../media/space.ts';
import type { StoredFile } from '../media/stored-files.ts';
import { mediaUrlOf } from '../outbound/upload-url.ts';
import { filesOfQueuedMessages, forgetFiles, uploadsAt } from '../store/expired-media.ts';
import type { CommitScope } from '../store/group-commit.ts';
import type { Db } from '../store/schema.ts';
import { queuedMediaUrls } from '../store/uploads.ts';
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
	const removable = stored.filter((file) => isRemovable(file, sweep.now));
	const going = stored.filter(({ names }) => names.some((name) => files.isAnnounced(name)));
	let surplus = (space.used() ?? 0) - enough - sizeOf(going);
	while (surplus > 0 && removable.length > 0) {
		if (!(await sweep.goOn())) return;
		const chosen = takeEnough(removable, surplus);
		await files.announce(namesOf(chosen));
		const forgotten = await sweep.store.commit((scope) => forget(scope, chosen));
		sweep.removed('media_over_limit', forgotten.length);
		surplus -= sizeOf(forgotten);
	}
}

/** Forgets files, all names of each; gives those that nobody waits for, which are the ones that go. */
async function forget({ db }: CommitScope, chosen: readonly StoredFile[]): Promise<StoredFile[]> {
	const needed = await neededOf(db, namesOf(chosen));
	const forgotten = chosen.filter(({ names }) => !names.some((name) => needed.has(name)));
	if (forgotten.length > 0) await forgetFiles(db, namesOf(forgotten));
	return forgotten;
}

/** Which files a queued message needs: as its own, or as the upload it is to take it from. */
async function neededOf(db: Db, files: readonly string[]): Promise<ReadonlySet<string>> {
	const uploads = await uploadsAt(db, files);
	const urls = uploads.map(({ id }) => mediaUrlOf(id));
	const queued = urls.length === 0 ? new Set<string>() : await queuedMediaUrls(db, urls);
	const neededUploads = uploads.filter(({ id }) => queued.has(mediaUrlOf(id)));
	return new Set([...neededUploads.map(({ file }) => file), ...(await filesOfQueuedMessages(db, files))]);
}

/** Bytes down to which a folder of this limit is trimmed. One with a very low limit is never more than half emptied. */
function enoughFor(limit: number): number {
	return Math.max(limit / 2, limit - Math.max(limit * FREE_PART, LARGEST_MEDIA));
}

/** Committed rows have it, and nobody may just be about to send it. Its name says when it came. */
function isRemovable({ names, settled }: StoredFile, now: number): boolean {
	const tooYoung = `${UPLOADS}/${idBound('med', now - UPLOAD_TIME)}`;
	return settled && !names.some((name) => name.startsWith(`${UPLOADS}/`) && name >= tooYoung);
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

function namesOf(files: readonly StoredFile[]): string[] {
	return files.flatMap(({ names }) => names);
}

function sizeOf(files: readonly StoredFile[]): number {
	return files.reduce((sum, { size }) => sum + size, 0);
}
