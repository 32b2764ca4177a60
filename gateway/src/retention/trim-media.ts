import { MAX_MEDIA_SIZE } from '../media/formats/formats.ts';
import { UPLOADS } from '../media/storage/media-storage.ts';
import type { MediaQuota } from '../media/storage/media-quota.ts';
import type { StoredFile, StoredName } from '../media/storage/stored-files.ts';
import { deleteFileReferences } from '../store/retention/media.ts';
import type { Db } from '../store/schema.ts';
import { minIdAt } from '../domain/ids.ts';
import type { FileRemoval } from './file-removal.ts';
import { BATCH_SIZE } from './remove-in-batches.ts';
import { findNeededFiles, lockUnneededFiles } from './find-needed-files.ts';
import type { Sweep } from './retention.ts';

/**
 * The fraction of the limit that is kept free until the next sweep. The free space fits at least one file of any size.
 */
const FREE_FRACTION = 0.1;
/** Milliseconds for which an upload is kept even if the folder is full, so that it can be sent. */
const UPLOAD_GRACE_PERIOD = 3_600_000;

/**
 * Removes the oldest files until the used space is well below the limit. Messages are kept. A file with several names
 * is as old as its newest name, and is removed with all of them, because its space is freed only then. Keeps files of
 * queued messages and uploads of the last hour.
 */
export async function trimMedia(sweep: Sweep, files: FileRemoval, quota: MediaQuota): Promise<void> {
	if (quota.limit === null) return;
	const target = targetSize(quota.limit);
	if ((quota.used() ?? 0) <= target) return;
	const stored = withoutNames(await quota.measure(), (file) => files.isPending(file));
	// Files of which every name is pending: the next sweeps free their space.
	const pending = stored.filter(({ names }) => names.length === 0);
	const candidates = removableFiles(stored, sweep.now);
	let excess = (quota.used() ?? 0) - target - sizeOf(pending);
	while (excess > 0 && candidates.length > 0) {
		const batch = await withoutNeeded(sweep.store.read, takeBatch(candidates, excess));
		const removed = await removeReferences(sweep, files, namesOf(batch));
		if (removed === null) return;
		const remaining = withoutNames(batch, (file) => removed.has(file));
		excess -= sizeOf(remaining.filter(({ names }) => names.length === 0));
	}
}

/**
 * Marks files pending and removes them from their rows, batch by batch. Returns the files that no row references any
 * more; null: the sweep must end.
 */
async function removeReferences(
	sweep: Sweep,
	files: FileRemoval,
	names: readonly string[],
): Promise<ReadonlySet<string> | null> {
	const removed = new Set<string>();
	for (let from = 0; from < names.length; from += BATCH_SIZE) {
		if (!(await sweep.shouldContinue())) return null;
		const batch = names.slice(from, from + BATCH_SIZE);
		await files.markPending(batch);
		const unneeded = await sweep.store.commit(async ({ db }) => {
			const rest = await lockUnneededFiles(db, batch);
			await deleteFileReferences(db, rest);
			return rest;
		});
		sweep.countRemoved('media_over_limit', unneeded.length);
		for (const file of unneeded) removed.add(file);
	}
	return removed;
}

/** Returns the files of which no queued message needs any name. */
async function withoutNeeded(db: Db, stored: StoredFile[]): Promise<StoredFile[]> {
	const names = namesOf(stored);
	const needed = new Set<string>();
	for (let from = 0; from < names.length; from += BATCH_SIZE) {
		for (const file of await findNeededFiles(db, names.slice(from, from + BATCH_SIZE))) needed.add(file);
	}
	return stored.filter((storedFile) => !storedFile.names.some(({ file }) => needed.has(file)));
}

/** Returns the bytes to which a folder is trimmed: never less than half of its limit. */
function targetSize(limit: number): number {
	return Math.max(limit / 2, limit - Math.max(limit * FREE_FRACTION, MAX_MEDIA_SIZE));
}

/** Returns the files of which every name is confirmed and old enough. Names contain ids, which sort by time. */
function removableFiles(stored: StoredFile[], now: number): StoredFile[] {
	const firstKeptUpload = `${UPLOADS}/${minIdAt('med', now - UPLOAD_GRACE_PERIOD)}`;
	const mustBeKept = ({ file, confirmed }: StoredName) =>
		!confirmed || (file.startsWith(`${UPLOADS}/`) && file >= firstKeptUpload);
	return stored.filter(({ names }) => names.length > 0 && !names.some(mustBeKept));
}

/** Takes files off the front of the list until they add up to `bytes`, at most one batch. */
function takeBatch(candidates: StoredFile[], bytes: number): StoredFile[] {
	const batch: StoredFile[] = [];
	while (sizeOf(batch) < bytes && batch.length < BATCH_SIZE) {
		const next = candidates.shift();
		if (next === undefined) break;
		batch.push(next);
	}
	return batch;
}

function withoutNames(stored: readonly StoredFile[], isExcluded: (file: string) => boolean): StoredFile[] {
	return stored.map(({ names, size }) => ({ names: names.filter(({ file }) => !isExcluded(file)), size }));
}

function namesOf(stored: readonly StoredFile[]): string[] {
	return stored.flatMap(({ names }) => names.map(({ file }) => file));
}

function sizeOf(stored: readonly StoredFile[]): number {
	return stored.reduce((sum, { size }) => sum + size, 0);
}
