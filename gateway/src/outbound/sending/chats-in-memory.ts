import type { InstanceId, MessageId } from '../../domain/ids.ts';
import type { ChatKey } from '../../store/chats/chat-key.ts';

/** Chats whose messages the sender has in memory, and which of those messages it must not send any more. */
export interface ChatsInMemory {
	taken(chat: ChatKey): void;
	released(chat: ChatKey): void;
	/**
	 * Excludes a message from sending until all chats that are in memory now are released. `isCertain`: it is not queued
	 * any more; false: it has to be read again.
	 */
	exclude(id: MessageId, isCertain: boolean): void;
	/** Returns how a message is excluded; null: it may be sent. */
	exclusionOf(id: MessageId): { isCertain: boolean } | null;
	/** Runs a commit that moves queued messages to another chat, because two ids are of one person. */
	runMove(instanceId: InstanceId, record: () => Promise<void>): Promise<void>;
	/** A message was sent or has failed: excludes it where it may also be in memory in the chat to which it moved. */
	finished(id: MessageId, instanceId: InstanceId): void;
}

export function createChatsInMemory(): ChatsInMemory {
	const chats = new Set<ChatKey>();
	/** The chats in memory that were read before messages of their instance moved. */
	const outdated = new Set<ChatKey>();
	const excluded = new Map<MessageId, { from: Set<ChatKey>; isCertain: boolean }>();

	function markOutdated(instanceId: InstanceId): void {
		for (const chat of chats) if (chat.instanceId === instanceId) outdated.add(chat);
	}

	function isOutdated(instanceId: InstanceId): boolean {
		for (const chat of outdated) if (chat.instanceId === instanceId) return true;
		return false;
	}

	function exclude(id: MessageId, isCertain: boolean): void {
		if (chats.size > 0) excluded.set(id, { from: new Set(chats), isCertain });
	}

	return {
		taken(chat) {
			chats.add(chat);
		},
		released(chat) {
			chats.delete(chat);
			outdated.delete(chat);
			for (const [id, { from }] of excluded) {
				from.delete(chat);
				if (from.size === 0) excluded.delete(id);
			}
		},
		exclude,
		exclusionOf: (id) => excluded.get(id) ?? null,
		async runMove(instanceId, record) {
			markOutdated(instanceId);
			await record();
			markOutdated(instanceId);
		},
		finished(id, instanceId) {
			if (isOutdated(instanceId)) exclude(id, true);
		},
	};
}
