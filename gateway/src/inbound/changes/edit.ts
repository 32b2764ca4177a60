import type { GatewayEvent } from '../../domain/events/event.ts';
import type { MessageId } from '../../domain/ids.ts';
import { isMediaType } from '../../domain/messages/message.ts';
import { insertEdit, listEditsAt } from '../../store/messages/edits.ts';
import { sentDetailsOf, serialiseDetails } from '../../store/messages/message-details.ts';
import { updateMessage } from '../../store/messages/messages.ts';
import type { Db } from '../../store/schema.ts';
import type { ChangedMessage, ChangeEventFields } from './changed-message.ts';

/**
 * Replaces the text or the caption of a message by its author, and keeps the text before. Returns the event; null: the
 * actor is not the author, the message has no text, or this edit or a later one is stored already.
 */
export async function applyEdit(
	db: Db,
	{ message, isAuthor, at }: ChangedMessage,
	edit: { content: string; mentions?: readonly string[] },
	fields: ChangeEventFields,
): Promise<GatewayEvent | null> {
	const { id, type, edited_at: editedAt } = message;
	const isMedia = isMediaType(type);
	if (!isAuthor || !(type === 'text' || isMedia)) return null;
	if (edit.content === message.content || (editedAt !== null && editedAt > at)) return null;
	if (editedAt === at && (await wasReplaced(db, id, edit.content, at))) return null;
	await insertEdit(db, id, message.content, at);
	const details = { ...sentDetailsOf(message) };
	delete details.mentions;
	if (edit.mentions !== undefined) details.mentions = [...edit.mentions];
	await updateMessage(db, id, {
		content: edit.content,
		...(isMedia ? { caption: edit.content } : {}),
		details: serialiseDetails(details),
		edited_at: at,
	});
	return { kind: 'message.edited', data: { ...fields, type, content: edit.content } };
}

/**
 * Whether an edit is stored already, and another one of the same time after it: networks repeat a change whose
 * acknowledgement was lost, and some report its time in whole seconds.
 */
async function wasReplaced(db: Db, id: MessageId, content: string, at: number): Promise<boolean> {
	// The first of these edits replaced the text before that time.
	const [, ...others] = await listEditsAt(db, id, at);
	return others.some((other) => other.content === content);
}
