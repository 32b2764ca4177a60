import type { ReleaseReason } from '../../domain/chats/chat.ts';
import { timestamp } from '../../domain/clock.ts';
import type { GatewayEvent } from '../../domain/events/event.ts';
import type { InstanceId, NewId } from '../../domain/ids.ts';
import { lockOwnedChats, writeReleasedChats, type ChatOwnerState } from '../../store/chats/chat-owners.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { recordEvents } from '../../store/events/events.ts';
import type { ChatKey } from '../../store/chats/chat-key.ts';

/**
 * Gives chats back to the bot, with the event `chat.released` for each; chats that the bot owns stay as they are. The
 * transaction must have locked their owners. Scheduled messages that waited for the release are queued after the commit.
 */
export async function releaseChats(
	scope: CommitScope,
	newId: NewId,
	chats: readonly (ChatKey & Pick<ChatOwnerState, 'ownedUntil'>)[],
	now: number,
): Promise<void> {
	const released = chats.flatMap(({ instanceId, chatId, ownedUntil }) =>
		ownedUntil === null ? [] : [{ instanceId, chatId, ownedUntil, releasedAt: Math.min(ownedUntil, now) }],
	);
	if (released.length === 0) return;
	await writeReleasedChats(scope.db, released);
	const events = released.map(({ instanceId, chatId, ownedUntil }) => {
		const reason = ownedUntil > now ? 'request' : 'silence';
		return { event: releasedEvent({ instanceId, chatId }, reason, now), at: now };
	});
	await recordEvents(scope, newId, events);
	scope.emit({ kind: 'message_scheduled' });
}

/** Gives all chats of an instance back to the bot, because its settings.takeover is switched off. */
export async function releaseAllChats(
	scope: CommitScope,
	newId: NewId,
	instanceId: InstanceId,
	now: number,
): Promise<void> {
	await releaseChats(scope, newId, await lockOwnedChats(scope.db, instanceId), now);
}

/** The event that a chat belongs to the bot again. */
export function releasedEvent(chat: ChatKey, reason: ReleaseReason, at: number): GatewayEvent {
	return {
		kind: 'chat.released',
		data: { ...chat, owner: 'bot', until: null, reason, timestamp: timestamp(at) },
	};
}
