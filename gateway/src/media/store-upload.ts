import type { Clock } from '../domain/clock.ts';
import { insertUpload } from '../store/messages/uploads.ts';
import type { Store } from '../store/store.ts';
import type { MediaStorage } from './storage/media-storage.ts';
import type { ReceivedUpload } from './receive-upload.ts';

/**
 * Stores the row of a received upload and confirms its file; discards the file where the row cannot be stored. `actor`
 * is who uploaded it.
 */
export async function storeUpload(
	{ store, clock, folder }: { store: Store; clock: Clock; folder: MediaStorage },
	{ id, file, filename, size, format }: ReceivedUpload,
	actor: string,
): Promise<void> {
	const { mediaType, mimeType } = format;
	const row = {
		id,
		file,
		media_type: mediaType,
		mime_type: mimeType,
		filename,
		size,
		actor,
		created_at: clock.now(),
	};
	try {
		await folder.persist(file);
		await store.commit(({ db }) => insertUpload(db, row));
	} catch (error) {
		await folder.discard(file);
		throw error;
	}
	await folder.confirm(file);
	await folder.release(file);
}
