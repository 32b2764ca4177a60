import { isOwnedByPerson, type TakenBy } from '../../domain/chats/chat.ts';
import { timestamp } from '../../domain/clock.ts';
import type { GatewayEvent } from '../../domain/events/event.ts';
import { lockChatOwners, writeTakenChats } from '../../store/chats/chat-owners.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import type { ChatKey } from '../../store/chats/chat-key.ts';
import { releasedEvent } from './release-chats.ts';

/** The takeover of a chat by a person; times in epoch milliseconds. */
export interface Takeover {
	until: number;
	by: TakenBy;
	/** When the gateway records it. */
	at: number;
}

/**
 * Makes a person the owner of a chat until a time, or for as long as the person owns it already. Locks the chat's owner.
 * Returns the end of the ownership, and the events to record. The end is null or in the past where `until` is over and
 * no person owns the chat.
 */
export async function takeChat(
	{ db, emit }: Pick<CommitScope, 'db' | 'emit'>,
	chat: ChatKey,
	takeover: Takeover,
): Promise<{ ownedUntil: number | null; events: readonly GatewayEvent[] }> {
	const { ownedUntil: before } = (await lockChatOwners(db, [chat]))(chat);
	const { until, at } = takeover;
	if (until <= Math.max(at, before ?? 0)) return { ownedUntil: before, events: [] };
	await writeTakenChats(db, [{ ...chat, ownedUntil: until }]);
	emit({ kind: 'chat_taken' });
	return { ownedUntil: until, events: takenEvents(chat, before, takeover) };
}

/** The events of a chat that a person takes, which was owned until `before`; none where the person owned it already. */
export function takenEvents(
	chat: ChatKey,
	before: number | null,
	{ until, by, at }: Takeover,
): readonly GatewayEvent[] {
	if (isOwnedByPerson(before, at)) return [];
	const taken: GatewayEvent = {
		kind: 'chat.taken',
		data: { ...chat, owner: 'person', until: timestamp(until), by, timestamp: timestamp(at) },
	};
	// The ownership had ended by silence, and the job that releases chats has not recorded that yet.
	return before === null ? [taken] : [releasedEvent(chat, 'silence', at), taken];
}
