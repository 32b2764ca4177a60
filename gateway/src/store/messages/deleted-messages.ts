import type { MessageId } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';
import { updateMessage } from './messages.ts';

/** The content of a message that was deleted for everyone. */
const DELETED_CONTENT = 'This message was deleted.';

/** Removes everything that a message said: its text, file, reactions, earlier texts and votes. Its row stays. */
export async function deleteMessageContent(
	db: Db,
	id: MessageId,
	{ at, by }: { at: number; by: string },
): Promise<void> {
	await updateMessage(db, id, {
		content: DELETED_CONTENT,
		details: null,
		media_url: null,
		media_file: null,
		mime_type: null,
		filename: null,
		caption: null,
		template: null,
		report_at: null,
		deleted_at: at,
		deleted_by: by,
	});
	await db.deleteFrom('message_reactions').where('message_id', '=', id).execute();
	await db.deleteFrom('message_edits').where('message_id', '=', id).execute();
	await db.deleteFrom('poll_votes').where('message_id', '=', id).execute();
}
