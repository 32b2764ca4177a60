import type { InstanceId, MessageId } from '../../domain/ids.ts';
import type { ChatKey } from '../../store/messages/queued-messages.ts';

/** Chats whose messages the sender has in memory, and which of those messages it must not send any more. */
export interface ChatsInMemory {
	taken(chat: ChatKey): void;
	released(chat: ChatKey): void;
	/**
	 * Keeps a message away from the chats that are in memory now. `isCertain`: it is not queued any more; else it has to be
	 * read again.
	 */
	keepAway(id: MessageId, isCertain: boolean): void;
	/** Whether a message must not be sent: certainly, or until it is read again; null: it may be. */
	isKeptAway(id: MessageId): { isCertain: boolean } | null;
	/** Records that ids are the same person: their queued messages move to one chat, while others are in memory. */
	whileMoving(instanceId: InstanceId, record: () => Promise<void>): Promise<void>;
	/** A message is sent, or has failed: keeps it away from a chat to which it may have moved before. */
	ended(id: MessageId, instanceId: InstanceId): void;
}

export function createChatsInMemory(): ChatsInMemory {
	const chats = new Set<ChatKey>();
	/** Those of them that were read before messages of their instance moved. */
	const outdated = new Set<ChatKey>();
	const keptAway = new Map<MessageId, { from: Set<ChatKey>; isCertain: boolean }>();

	function outdate(instanceId: InstanceId): void {
		for (const chat of chats) if (chat.instanceId === instanceId) outdated.add(chat);
	}

	function isOutdated(instanceId: InstanceId): boolean {
		for (const chat of outdated) if (chat.instanceId === instanceId) return true;
		return false;
	}

	function keepAway(id: MessageId, isCertain: boolean): void {
		if (chats.size > 0) keptAway.set(id, { from: new Set(chats), isCertain });
	}

	return {
		taken(chat) {
			chats.add(chat);
		},
		released(chat) {
			chats.delete(chat);
			outdated.delete(chat);
			for (const [id, { from }] of keptAway) {
				from.delete(chat);
				if (from.size === 0) keptAway.delete(id);
			}
		},
		keepAway,
		isKeptAway: (id) => keptAway.get(id) ?? null,
		async whileMoving(instanceId, record) {
			outdate(instanceId);
			await record();
			outdate(instanceId);
		},
		ended(id, instanceId) {
			if (isOutdated(instanceId)) keepAway(id, true);
		},
	};
}
