import type { ChatChanges } from '../../../domain/chats/chat.ts';
import type { Clock } from '../../../domain/clock.ts';
import type { NetworkEvent } from '../../network-event.ts';
import type { DeviceChatUpdate } from '../baileys/emit-first-changes.ts';
import type { Identities } from '../identity/identities.ts';
import { isIgnoredJid, withoutDevice } from '../identity/jid.ts';
import { lastReceivedIn, type MessageReads } from './last-received.ts';
import { mutedUntilOf } from './mute-end.ts';

/** Baileys' number of unread messages in a chat that was marked as unread. */
const MARKED_AS_UNREAD = -1;

type ReportedChanges = Extract<NetworkEvent, { kind: 'chat_changes' }>['chats'][number];

/** Returns the changes in updates of chats, without the chats that did not change or have no valid id. */
export async function reportedChanges(
	{ clock, context }: { clock: Pick<Clock, 'now'>; context: { messages: MessageReads } },
	{ identities }: { identities: Pick<Identities, 'chatIdOf'> },
	updates: readonly DeviceChatUpdate[],
): Promise<ReportedChanges[]> {
	const all = updates.map(async ({ id, isBackSince, ...update }): Promise<ReportedChanges[]> => {
		const changes = changesIn(update, clock.now());
		if (!id || isIgnoredJid(id) || withoutDevice(id) === null || Object.keys(changes).length === 0) return [];
		const chatId = await identities.chatIdOf(id);
		if (changes.archived === true && isBackSince !== undefined) {
			const last = await lastReceivedIn(context.messages, chatId);
			if (last !== null && isBackSince(Math.floor(last.at / 1000))) changes.archived = false;
		}
		return [{ chatId, changes }];
	});
	return (await Promise.all(all)).flat();
}

function changesIn(
	{ archived, pinned, muteEndTime, unreadCount, markedAsUnread }: DeviceChatUpdate,
	now: number,
): ChatChanges {
	const isUnread = unreadCount === MARKED_AS_UNREAD || markedAsUnread === true;
	return {
		...(typeof archived === 'boolean' ? { archived } : {}),
		...(pinned === undefined ? {} : { pinned: (pinned ?? 0) > 0 }),
		...(muteEndTime === undefined ? {} : { mutedUntil: mutedUntilOf(muteEndTime, now) }),
		...(isUnread ? { unread: true } : unreadCount === 0 ? { unread: false } : {}),
	};
}
