import type { MessageId } from '../../domain/ids.ts';
import { insertInto, writeRows } from '../engine/write-rows.ts';
import type { Db, MessageRow } from '../schema.ts';

/** The columns of a message on which its terms in the index depend. */
const INDEXED: readonly (keyof MessageRow)[] = [
	'chat_id',
	'type',
	'content',
	'caption',
	'filename',
	'deleted_at',
];

/** Whether a change of these columns changes the terms of a message in the index. */
export function changesIndex(changes: Partial<MessageRow>): boolean {
	return INDEXED.some((column) => Object.hasOwn(changes, column));
}

const INSERT_CHANGE = insertInto('message_index_changes', { message_id: 'text' });

/**
 * Marks messages that the index has to read again: those that change, that are deleted, and those that are added with an
 * older id. The index finds all other new messages by their ids, at no cost to the insert.
 */
export async function markChanged(db: Db, ids: readonly MessageId[]): Promise<void> {
	await writeRows(
		db,
		INSERT_CHANGE,
		ids.map((id) => ({ message_id: id })),
	);
}

/** A message that the index has to read again. */
export interface IndexChange {
	number: number;
	message_id: MessageId;
}

/** The changes that the index has not read yet, oldest first. */
export function listChanges(db: Db, limit: number): Promise<IndexChange[]> {
	return db.selectFrom('message_index_changes').selectAll().orderBy('number').limit(limit).execute();
}

/** Deletes changes that the index has. */
export async function deleteChanges(db: Db, changes: readonly IndexChange[]): Promise<void> {
	const numbers = changes.map(({ number }) => number);
	await db.deleteFrom('message_index_changes').where('number', 'in', numbers).execute();
}
