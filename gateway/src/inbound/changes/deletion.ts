import type { GatewayEvent } from '../../domain/events/event.ts';
import { isGroupJid } from '../../domain/phone.ts';
import { deleteMessageContent } from '../../store/messages/deleted-messages.ts';
import type { Db } from '../../store/schema.ts';
import type { ChangedMessage, ChangeEventFields } from './changed-message.ts';

/**
 * Deletes the content of a message by its author, or by an admin of the group. Returns the event; null: the actor may
 * not delete it.
 */
export async function applyDeletion(
	db: Db,
	{ message, actor, isAuthor, at }: ChangedMessage,
	asAdmin: boolean,
	fields: ChangeEventFields,
): Promise<GatewayEvent | null> {
	if (!isAuthor && !(asAdmin && isGroupJid(message.chat_id))) return null;
	await deleteMessageContent(db, message.id, { at, by: actor.senderId });
	return { kind: 'message.deleted', data: fields };
}
