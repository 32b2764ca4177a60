import { mediaUrlOf } from '../outbound/upload-url.ts';
import { findQueuedFiles, findUploadsOf } from '../store/retention/media.ts';
import type { Db } from '../store/schema.ts';
import { findQueuedMediaUrls } from '../store/messages/uploads.ts';

/**
 * Which of these files a message waits to be sent with: it has the file already, or names the upload that it will
 * get a file of its own from. Takes no more than a group of them.
 */
export async function neededFiles(db: Db, files: readonly string[]): Promise<ReadonlySet<string>> {
	if (files.length === 0) return new Set();
	const uploads = await findUploadsOf(db, files);
	const queued = await findQueuedMediaUrls(
		db,
		uploads.map(({ id }) => mediaUrlOf(id)),
	);
	const ofUploads = uploads.filter(({ id }) => queued.has(mediaUrlOf(id))).map(({ file }) => file);
	return new Set([...(await findQueuedFiles(db, files)), ...ofUploads]);
}
