import type { MessageId } from '../../domain/ids.ts';
import type { Db, MessageEditRow } from '../schema.ts';

/** Keeps the text that an edit replaces; `at`: when. */
export async function insertEdit(db: Db, messageId: MessageId, content: string, at: number): Promise<void> {
	const { count } = await db
		.selectFrom('message_edits')
		.select((eb) => eb.fn.countAll<number>().as('count'))
		.where('message_id', '=', messageId)
		.executeTakeFirstOrThrow();
	await db
		.insertInto('message_edits')
		.values({ message_id: messageId, number: count + 1, content, edited_at: at })
		.execute();
}

/** The earlier texts of a message, oldest first. */
export function listEdits(db: Db, messageId: MessageId): Promise<MessageEditRow[]> {
	return db
		.selectFrom('message_edits')
		.selectAll()
		.where('message_id', '=', messageId)
		.orderBy('number')
		.execute();
}

/** The texts of a message that edits of this time replaced, oldest first. */
export function listEditsAt(db: Db, messageId: MessageId, at: number): Promise<MessageEditRow[]> {
	return db
		.selectFrom('message_edits')
		.selectAll()
		.where('message_id', '=', messageId)
		.where('edited_at', '=', at)
		.orderBy('number')
		.execute();
}
