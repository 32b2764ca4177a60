import type { MediaId, MessageId } from '../domain/ids.ts';
import type { Stretch } from './expired-rows.ts';
import type { Db } from './schema.ts';

/** A message or an upload, and the file it names. */
export interface Naming<Id> {
	id: Id;
	file: string;
}

/** Messages with a file that are not waiting to be sent, oldest first; see expired-rows.ts. */
export async function findOldMessageFiles(
	db: Db,
	{ after, before, limit }: Stretch<MessageId>,
): Promise<Naming<MessageId>[]> {
	let old = db
		.selectFrom('messages')
		.select(['id', 'media_file'])
		.where('media_file', 'is not', null)
		.where('id', '<', before)
		.where('status', '<>', 'queued');
	if (after !== null) old = old.where('id', '>', after);
	const rows = await old.orderBy('id').limit(limit).execute();
	return rows.flatMap(({ id, media_file: file }) => (file === null ? [] : [{ id, file }]));
}

/** The messages stay, and name no file any more; gives how many. */
export async function forgetMessageFiles(db: Db, ids: readonly MessageId[]): Promise<number> {
	const result = await db
		.updateTable('messages')
		.set({ media_file: null })
		.where('id', 'in', ids)
		.where('status', '<>', 'queued')
		.executeTakeFirst();
	return Number(result.numUpdatedRows);
}

/** Uploads, oldest first. */
export function findOldUploads(
	db: Db,
	{ after, before, limit }: Stretch<MediaId>,
): Promise<Naming<MediaId>[]> {
	let old = db.selectFrom('uploads').select(['id', 'file']).where('id', '<', before);
	if (after !== null) old = old.where('id', '>', after);
	return old.orderBy('id').limit(limit).execute();
}

/** What is already queued with an upload's file keeps that file; nothing new can be sent with it. */
export async function deleteUploads(db: Db, ids: readonly MediaId[]): Promise<number> {
	const result = await db.deleteFrom('uploads').where('id', 'in', ids).executeTakeFirst();
	return Number(result.numDeletedRows);
}

/**
 * Lets messages and uploads forget these files; gives those that nothing names any more. The file of a message that
 * waits to be sent stays with all who name it.
 */
export async function forgetFiles(db: Db, files: readonly string[]): Promise<string[]> {
	const waiting = await db
		.selectFrom('messages')
		.select('media_file')
		.where('media_file', 'in', files)
		.where('status', '=', 'queued')
		.execute();
	const needed = new Set(waiting.map(({ media_file: file }) => file));
	const forgotten = files.filter((file) => !needed.has(file));
	if (forgotten.length === 0) return [];
	await db.updateTable('messages').set({ media_file: null }).where('media_file', 'in', forgotten).execute();
	await db.deleteFrom('uploads').where('file', 'in', forgotten).execute();
	return forgotten;
}
