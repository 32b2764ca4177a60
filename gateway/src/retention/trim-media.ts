import { LARGEST_MEDIA } from '../media/formats.ts';
import { UPLOADS } from '../media/folder.ts';
import type { MediaQuota } from '../media/media-quota.ts';
import type { StoredFile, StoredName } from '../media/stored-files.ts';
import { deleteFileReferences } from '../store/retention/media.ts';
import type { Db } from '../store/schema.ts';
import { minIdAt } from '../domain/ids.ts';
import type { FileRemoval } from './file-removal.ts';
import { BATCH_SIZE } from './batches.ts';
import { neededFiles } from './needed-files.ts';
import type { Sweep } from './retention.ts';

/** Part of the limit that is left free for what comes until the next sweep; at least one file of any size fits. */
const FREE_PART = 0.1;
/** Milliseconds an upload has to be sent before it may go. */
const UPLOAD_TIME = 3_600_000;

/**
 * Removes the oldest files until the media folder is well below its limit again; the messages stay. A file that was
 * sent several times is as old as its youngest name, and goes with all of them: before that no room is gained. The
 * file of a message that waits to be sent stays, and so does an upload of the last hour.
 */
export async function trimMedia(sweep: Sweep, files: FileRemoval, space: MediaQuota): Promise<void> {
	if (space.limit === null) return;
	const enough = enoughFor(space.limit);
	if ((space.used() ?? 0) <= enough) return;
	const stored = withoutNames(await space.measure(), (file) => files.isAnnounced(file));
	const going = stored.filter(({ names }) => names.length === 0);
	const removable = removableOf(stored, sweep.now);
	let surplus = (space.used() ?? 0) - enough - sizeOf(going);
	while (surplus > 0 && removable.length > 0) {
		const chosen = await withoutNeeded(sweep.store.read, takeEnough(removable, surplus));
		const forgotten = await forget(sweep, files, namesOf(chosen));
		if (forgotten === null) return;
		const left = withoutNames(chosen, (file) => forgotten.has(file));
		surplus -= sizeOf(left.filter(({ names }) => names.length === 0));
	}
}

/** Lets go of files, group by group; gives those that nothing names any more, or null when the sweep is to end. */
async function forget(
	sweep: Sweep,
	files: FileRemoval,
	names: readonly string[],
): Promise<ReadonlySet<string> | null> {
	const forgotten = new Set<string>();
	for (let from = 0; from < names.length; from += BATCH_SIZE) {
		if (!(await sweep.shouldContinue())) return null;
		const group = names.slice(from, from + BATCH_SIZE);
		await files.markPending(group);
		const unneeded = await sweep.store.commit(async ({ db }) => {
			const needed = await neededFiles(db, group);
			const rest = group.filter((file) => !needed.has(file));
			await deleteFileReferences(db, rest);
			return rest;
		});
		sweep.removed('media_over_limit', unneeded.length);
		for (const file of unneeded) forgotten.add(file);
	}
	return forgotten;
}

/** Those of which no message waits for a single name. */
async function withoutNeeded(db: Db, stored: StoredFile[]): Promise<StoredFile[]> {
	const names = namesOf(stored);
	const needed = new Set<string>();
	for (let from = 0; from < names.length; from += BATCH_SIZE) {
		for (const file of await neededFiles(db, names.slice(from, from + BATCH_SIZE))) needed.add(file);
	}
	return stored.filter((one) => !one.names.some(({ file }) => needed.has(file)));
}

/** Bytes down to which a folder of this limit is trimmed. One with a very low limit is never more than half emptied. */
function enoughFor(limit: number): number {
	return Math.max(limit / 2, limit - Math.max(limit * FREE_PART, LARGEST_MEDIA));
}

/** What only committed rows name. A name says when it was made. */
function removableOf(stored: StoredFile[], now: number): StoredFile[] {
	const tooYoung = `${UPLOADS}/${minIdAt('med', now - UPLOAD_TIME)}`;
	const stays = ({ file, settled }: StoredName) =>
		!settled || (file.startsWith(`${UPLOADS}/`) && file >= tooYoung);
	return stored.filter(({ names }) => names.length > 0 && !names.some(stays));
}

/** Takes, from the beginning, as many as make up for a surplus of bytes, and no more than one group. */
function takeEnough(removable: StoredFile[], surplus: number): StoredFile[] {
	const chosen: StoredFile[] = [];
	while (sizeOf(chosen) < surplus && chosen.length < BATCH_SIZE) {
		const next = removable.shift();
		if (next === undefined) break;
		chosen.push(next);
	}
	return chosen;
}

function withoutNames(stored: readonly StoredFile[], gone: (file: string) => boolean): StoredFile[] {
	return stored.map(({ names, size }) => ({ names: names.filter(({ file }) => !gone(file)), size }));
}

function namesOf(stored: readonly StoredFile[]): string[] {
	return stored.flatMap(({ names }) => names.map(({ file }) => file));
}

function sizeOf(stored: readonly StoredFile[]): number {
	return stored.reduce((sum, { size }) => sum + size, 0);
}
