import type { InstanceId, NoteId } from '../../domain/ids.ts';
import type { ChatKey } from './chat-key.ts';
import type { ChatNoteRow, Db } from '../schema.ts';
import type { JoinedIds } from './join-chats.ts';

/** Lists the notes of a chat, newest first; `before`: only older ones than this note. */
export function listNotes(
	db: Db,
	{ instanceId, chatId }: ChatKey,
	{ before, limit }: { before: string | null; limit: number },
): Promise<ChatNoteRow[]> {
	const query = db
		.selectFrom('chat_notes')
		.selectAll()
		.where('instance_id', '=', instanceId)
		.where('chat_id', '=', chatId)
		.orderBy('id', 'desc')
		.limit(limit);
	return (before === null ? query : query.where('id', '<', before as NoteId)).execute();
}

/** Returns a note by its id. */
export function findNote(db: Db, id: string): Promise<ChatNoteRow | undefined> {
	return db
		.selectFrom('chat_notes')
		.selectAll()
		.where('id', '=', id as NoteId)
		.executeTakeFirst();
}

/** Inserts a note. */
export async function insertNote(db: Db, row: ChatNoteRow): Promise<void> {
	await db.insertInto('chat_notes').values(row).execute();
}

/** Deletes a note of a chat. Returns whether it existed. */
export async function deleteNote(db: Db, { instanceId, chatId }: ChatKey, id: string): Promise<boolean> {
	const { numDeletedRows } = await ofChat(db, instanceId, chatId)
		.where('id', '=', id as NoteId)
		.executeTakeFirstOrThrow();
	return numDeletedRows > 0n;
}

/** Moves the notes of an earlier chat of a person into the current one. */
export async function joinNotes(db: Db, { instanceId, earlierId, currentId }: JoinedIds): Promise<void> {
	await db
		.updateTable('chat_notes')
		.set({ chat_id: currentId })
		.where('instance_id', '=', instanceId)
		.where('chat_id', '=', earlierId)
		.execute();
}

/** Deletes the notes of a chat that is deleted. */
export async function deleteNotes(db: Db, { instanceId, chatId }: ChatKey): Promise<void> {
	await ofChat(db, instanceId, chatId).execute();
}

function ofChat(db: Db, instanceId: InstanceId, chatId: string) {
	return db.deleteFrom('chat_notes').where('instance_id', '=', instanceId).where('chat_id', '=', chatId);
}
