import type { Cancel, Clock } from '../domain/clock.ts';
import type { MediaFolder } from '../media/folder.ts';
import type { CommitScope } from '../store/group-commit.ts';
import type { Store } from '../store/store.ts';
import { deleteUploads, listUploadsBefore, queuedMediaUrls, type UploadRow } from '../store/uploads.ts';
import { regularly } from './regularly.ts';
import { mediaUrlOf } from './upload-url.ts';

/** How long an upload can be sent (milliseconds). */
const UPLOAD_LIFETIME = 24 * 3_600_000;
const LOOK_EVERY = 60_000;
const GROUP = 200;

/**
 * Deletes uploads that are older than 24 hours, with their files; one that a queued message names stays until that
 * message is sent. Messages that were sent have a file of their own. Gives what stops it.
 */
export function startUploadExpiry(
	store: Store,
	folder: MediaFolder,
	clock: Clock,
	onError: (error: unknown) => void,
): Cancel {
	async function sweep(): Promise<void> {
		const before = clock.now() - UPLOAD_LIFETIME;
		let after = '';
		for (;;) {
			const old = await listUploadsBefore(store.read, { before, after, limit: GROUP });
			const last = old.at(-1);
			if (last === undefined) return;
			await remove(old);
			after = last.id;
		}
	}

	async function remove(uploads: readonly UploadRow[]): Promise<void> {
		// Should the gateway end in between, its next start finishes what is marked here, or takes the mark away.
		for (const { file } of uploads) await folder.unsettle(file);
		const kept = await store.commit((scope) => deleteUnused(scope, uploads));
		for (const upload of uploads) {
			if (kept.has(upload)) await folder.settle(upload.file);
			else await folder.discard(upload.file);
		}
	}

	return regularly(clock, LOOK_EVERY, sweep, onError);
}

/** Gives those that a queued message names, and that stay for it. */
async function deleteUnused(
	{ db }: CommitScope,
	uploads: readonly UploadRow[],
): Promise<ReadonlySet<UploadRow>> {
	const urls = uploads.map(({ id }) => mediaUrlOf(id));
	const queued = await queuedMediaUrls(db, urls);
	const kept = new Set(uploads.filter(({ id }) => queued.has(mediaUrlOf(id))));
	const unused = uploads.filter((upload) => !kept.has(upload)).map(({ id }) => id);
	if (unused.length > 0) await deleteUploads(db, unused);
	return kept;
}
