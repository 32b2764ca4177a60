import type { Selectable } from 'kysely';
import type { MediaId } from '../domain/ids.ts';
import type { Db, UploadTable } from './schema.ts';

export type UploadRow = Selectable<UploadTable>;

export async function insertUpload(db: Db, upload: UploadRow): Promise<void> {
	await db.insertInto('uploads').values(upload).execute();
}

export function findUpload(db: Db, id: string): Promise<UploadRow | undefined> {
	return db
		.selectFrom('uploads')
		.selectAll()
		.where('id', '=', id as MediaId)
		.executeTakeFirst();
}

/** Whether an upload or a message still names a stored file. */
export async function isMediaFileNamed(db: Db, file: string): Promise<boolean> {
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
