import { timestampOfId, type MessageId, type NewId } from '../../domain/ids.ts';
import { chatKeyText, type ChatKey } from '../../store/chats/chat-key.ts';
import { upsertChats } from '../../store/chats/chats.ts';
import { engineOf } from '../../store/engine/engine.ts';
import type { QueuedMessage } from '../../store/messages/messages.ts';
import { findLastQueued, findNewestId } from '../../store/messages/queue-ends.ts';
import type { Db } from '../../store/schema.ts';

/**
 * Returns messages with ids that sort after those of the messages already queued in their chats. The chats must be
 * locked by the caller's commit.
 */
export type OrderAfterQueued = (
	db: Db,
	messages: readonly QueuedMessage[],
) => Promise<readonly QueuedMessage[]>;

/** The order of the messages that this process queues. */
export interface QueueOrder {
	orderAfterQueued: OrderAfterQueued;
	/** Call it for messages that are queued with older ids, such as scheduled ones. */
	include(ids: readonly MessageId[]): void;
}

/**
 * A chat's messages are sent in the order of their ids, and an id sorts by the clock of the process that created it.
 * That clock may be behind the clock of another process on the database, or behind its own before a restart: then a
 * message gets an id just after the last one of its chat. On SQLite this process creates all new ids in increasing
 * order, so only an id that does not exceed the stored ids is compared.
 */
export function createQueueOrder(newId: NewId): QueueOrder {
	/** The newest id that this process did not create in increasing order; null: not read yet. */
	let newestOther: MessageId | null = null;

	function include(ids: readonly MessageId[]): void {
		if (newestOther === null) return;
		for (const id of ids) if (id > newestOther) newestOther = id;
	}

	return {
		include,
		async orderAfterQueued(db, messages) {
			if (engineOf(db) === 'postgres') return orderAfterQueued(db, newId, messages);
			newestOther ??= (await findNewestId(db)) ?? ('msg_' as MessageId);
			const bound = newestOther;
			if (messages.every(({ id }) => id > bound)) return messages;
			const ordered = await orderAfterQueued(db, newId, messages);
			include(ordered.map(({ id }) => id));
			return ordered;
		},
	};
}

async function orderAfterQueued(
	db: Db,
	newId: NewId,
	messages: readonly QueuedMessage[],
): Promise<QueuedMessage[]> {
	const chats = new Map(
		messages.map((message) => {
			const chat = chatOf(message);
			return [chatKeyText(chat), chat];
		}),
	);
	const last = new Map<string, MessageId>();
	for (const { messageId, ...chat } of await findLastQueued(db, [...chats.values()])) {
		last.set(chatKeyText(chat), messageId);
	}
	const ordered = messages.map((message): QueuedMessage => {
		const key = chatKeyText(chatOf(message));
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

function chatOf({ instance_id: instanceId, chat_id: chatId }: QueuedMessage): ChatKey {
	return { instanceId, chatId };
}
