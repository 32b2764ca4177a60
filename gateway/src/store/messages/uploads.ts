import { sql, type Selectable } from 'kysely';
import type { MediaId } from '../../domain/ids.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import { engineOf } from '../engine/engine.ts';
import type { Db, UploadTable } from '../schema.ts';

export type UploadRow = Selectable<UploadTable>;

/** Stores a new upload. */
export async function insertUpload(db: Db, upload: UploadRow): Promise<void> {
	await db.insertInto('uploads').values(upload).execute();
}

/** Finds an upload by its id. */
export function findUpload(db: Db, id: string): Promise<UploadRow | undefined> {
	return db
		.selectFrom('uploads')
		.selectAll()
		.where('id', '=', id as MediaId)
		.executeTakeFirst();
}

/** Finds an upload by its id; it is not deleted until the end of the transaction. */
export function lockUpload(db: Db, id: string): Promise<UploadRow | undefined> {
	const query = db
		.selectFrom('uploads')
		.selectAll()
		.where('id', '=', id as MediaId);
	return (engineOf(db) === 'postgres' ? query.forKeyShare() : query).executeTakeFirst();
}

/**
 * Returns those of these mediaUrls that belong to a queued or scheduled message. The queries read all queued, and all
 * scheduled, messages once, from an index of their own.
 */
export async function findQueuedMediaUrls(
	db: Db,
	mediaUrls: readonly string[],
): Promise<ReadonlySet<string>> {
	if (mediaUrls.length === 0) return new Set();
	const found = new Set<string>();
	for (const status of ['queued', 'scheduled'] as const) {
		const rows = await db
			.selectFrom('messages')
			.select('media_url')
			.distinct()
			.where('status', '=', sql.lit(status))
			.where('media_url', 'in', padInList(mediaUrls))
			.execute();
		for (const { media_url: url } of rows) if (url !== null) found.add(url);
	}
	return found;
}

/** Whether an upload or a message still refers to a stored file. */
export async function isMediaFileReferenced(db: Db, file: string): Promise<boolean> {
	const upload = await db.selectFrom('uploads').select('id').where('file', '=', file).executeTakeFirst();
	if (upload !== undefined) return true;
	const message = await db
		.selectFrom('messages')
		.select('id')
		.where('media_file', '=', file)
		.limit(1)
		.executeTakeFirst();
	return message !== undefined;
}
