import type { MessageId } from '../../domain/ids.ts';
import type { Db, MessageEditRow } from '../schema.ts';

/** Earlier texts of a message that are kept: its author can edit it any number of times, each time with a long text. */
const MAX_EDITS = 100;

/**
 * Keeps the text that an edit replaces; `at`: when. Of many texts the first one and the last ones are kept. The message
 * must be locked.
 */
export async function insertEdit(db: Db, messageId: MessageId, content: string, at: number): Promise<void> {
	const { count, last } = await db
		.selectFrom('message_edits')
		.select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max<number | null>('number').as('last')])
		.where('message_id', '=', messageId)
		.executeTakeFirstOrThrow();
	if (count >= MAX_EDITS) await deleteSecond(db, messageId);
	await db
		.insertInto('message_edits')
		.values({ message_id: messageId, number: (last ?? 0) + 1, content, edited_at: at })
		.execute();
}

/** Deletes the oldest earlier text but the first, with which the message was sent. */
async function deleteSecond(db: Db, messageId: MessageId): Promise<void> {
	await db
		.deleteFrom('message_edits')
		.where('message_id', '=', messageId)
		.where('number', '=', (eb) =>
			eb
				.selectFrom('message_edits')
				.select(({ fn }) => fn.min('number').as('number'))
				.where('message_id', '=', messageId)
				.where('number', '>', 1),
		)
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
