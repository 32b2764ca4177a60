import { mediaUrlOf } from '../outbound/media/upload-url.ts';
import { findQueuedFiles, findUploadsOf, lockUploadsOf } from '../store/retention/media.ts';
import type { Db } from '../store/schema.ts';
import { findQueuedMediaUrls } from '../store/messages/uploads.ts';

/**
 * Returns which of these files a queued message needs: the message references the file itself, or the upload that it
 * will get its own link from. Accepts at most one batch of files.
 */
export async function findNeededFiles(db: Db, files: readonly string[]): Promise<ReadonlySet<string>> {
	if (files.length === 0) return new Set();
	const uploads = await findUploadsOf(db, files);
	const queued = await findQueuedMediaUrls(
		db,
		uploads.map(({ id }) => mediaUrlOf(id)),
	);
	const uploadFiles = uploads.filter(({ id }) => queued.has(mediaUrlOf(id))).map(({ file }) => file);
	return new Set([...(await findQueuedFiles(db, files)), ...uploadFiles]);
}

/**
 * Returns which of these files no queued message needs. Until the end of the transaction no new message can reference
 * them. Accepts at most one batch of files.
 */
export async function lockUnneededFiles(db: Db, files: readonly string[]): Promise<string[]> {
	// Locks before the search, so that the search finds a message enqueued meanwhile.
	const inUse = await lockUploadsOf(db, files);
	const needed = await findNeededFiles(db, files);
	return files.filter((file) => !needed.has(file) && !inUse.has(file));
}
