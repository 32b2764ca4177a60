import { timestampOfId, type MessageId, type NewId } from '../domain/ids.ts';
import { upsertChats } from '../store/chats/chats.ts';
import type { QueuedMessage } from '../store/messages/messages.ts';
import { findLastQueued } from '../store/messages/queued-messages.ts';
import type { Db } from '../store/schema.ts';

/**
 * Returns the messages with ids that sort after those of the messages already queued in their chats, because a chat's
 * messages are sent in the order of their ids. An id sorts by the clock of the process that created it, which may be
 * behind the clock of another process on the database, or behind its own before a restart: then the message gets an id
 * just after the last one. The chats must be locked by the caller's commit.
 */
export async function orderAfterQueued(
	db: Db,
	newId: NewId,
	messages: readonly QueuedMessage[],
): Promise<QueuedMessage[]> {
	const chats = new Map(
		messages.map(({ instance_id: instanceId, chat_id: chatId }) => [
			`${instanceId} ${chatId}`,
			{ instanceId, chatId },
		]),
	);
	const last = new Map<string, MessageId>();
	for (const { instanceId, chatId, messageId } of await findLastQueued(db, [...chats.values()])) {
		last.set(`${instanceId} ${chatId}`, messageId);
	}
	const ordered = messages.map((message): QueuedMessage => {
		const key = `${message.instance_id} ${message.chat_id}`;
		const previous = last.get(key);
		const isInOrder = previous === undefined || message.id > previous;
		const id = isInOrder ? message.id : newId('msg', timestampOfId(previous) + 1);
		last.set(key, id);
		return isInOrder ? message : { ...message, id };
	});
	const moved = ordered.filter((message, index) => message !== messages[index]);
	if (moved.length > 0) {
		await upsertChats(
			db,
			moved.map((message) => ({ message, contactName: null, unread: 0 })),
		);
	}
	return ordered;
}
