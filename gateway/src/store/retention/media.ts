import type { MediaId, MessageId } from '../../domain/ids.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import { engineOf } from '../engine/engine.ts';
import { UNSENT } from '../messages/scheduled-messages.ts';
import type { KeysetRange } from './keyset-range.ts';
import type { Db } from '../schema.ts';

/** A message or an upload, and the file it refers to. */
export interface FileReference<Id> {
	id: Id;
	file: string;
}

/** Finds messages with a file that are neither queued nor scheduled, oldest first; see KeysetRange. */
export async function findOldMessageFiles(
	db: Db,
	{ after, before, limit }: KeysetRange<MessageId>,
): Promise<FileReference<MessageId>[]> {
	let old = db
		.selectFrom('messages')
		.select(['id', 'media_file'])
		.where('media_file', 'is not', null)
		.where('id', '<', before)
		.where('status', 'not in', UNSENT);
	if (after !== null) old = old.where('id', '>', after);
	const rows = await old.orderBy('id').limit(limit).execute();
	return rows.flatMap(({ id, media_file: file }) => (file === null ? [] : [{ id, file }]));
}

/** Removes the file references of messages, which stay; returns how many. */
export async function clearMessageFiles(db: Db, ids: readonly MessageId[]): Promise<number> {
	const result = await db
		.updateTable('messages')
		.set({ media_file: null })
		.where('id', 'in', padInList(ids))
		.where('status', 'not in', UNSENT)
		.executeTakeFirst();
	return Number(result.numUpdatedRows);
}

/** Finds old uploads, oldest first. */
export function findOldUploads(
	db: Db,
	{ after, before, limit }: KeysetRange<MediaId>,
): Promise<FileReference<MediaId>[]> {
	let old = db.selectFrom('uploads').select(['id', 'file']).where('id', '<', before);
	if (after !== null) old = old.where('id', '>', after);
	return old.orderBy('id').limit(limit).execute();
}

/** Deletes uploads, so that no new message can use them; returns how many. */
export async function deleteUploads(db: Db, ids: readonly MediaId[]): Promise<number> {
	if (ids.length === 0) return 0;
	const result = await db.deleteFrom('uploads').where('id', 'in', padInList(ids)).executeTakeFirst();
	return Number(result.numDeletedRows);
}

/** The uploads of these files. */
export function findUploadsOf(db: Db, files: readonly string[]): Promise<FileReference<MediaId>[]> {
	return db.selectFrom('uploads').select(['id', 'file']).where('file', 'in', padInList(files)).execute();
}

/**
 * Locks the uploads of these files, so that no new message can use them. Returns the files whose uploads a message is
 * about to use: another transaction has locked them.
 */
export async function lockUploadsOf(db: Db, files: readonly string[]): Promise<ReadonlySet<string>> {
	if (engineOf(db) !== 'postgres' || files.length === 0) return new Set();
	const uploads = db.selectFrom('uploads').select('file').where('file', 'in', padInList(files));
	const locked = await uploads.forUpdate().skipLocked().execute();
	const inUse = new Set((await uploads.execute()).map(({ file }) => file));
	for (const { file } of locked) inUse.delete(file);
	return inUse;
}

/** Returns those of these files that belong to a queued or scheduled message. */
export async function findQueuedFiles(db: Db, files: readonly string[]): Promise<string[]> {
	const rows = await db
		.selectFrom('messages')
		.select('media_file')
		.where('media_file', 'in', padInList(files))
		.where('status', 'in', UNSENT)
		.execute();
	return rows.flatMap(({ media_file: file }) => file ?? []);
}

/** Deletes all references to these files: the uploads, and the file names of messages. */
export async function deleteFileReferences(db: Db, files: readonly string[]): Promise<void> {
	if (files.length === 0) return;
	await db
		.updateTable('messages')
		.set({ media_file: null })
		.where('media_file', 'in', padInList(files))
		.execute();
	await db.deleteFrom('uploads').where('file', 'in', padInList(files)).execute();
}
