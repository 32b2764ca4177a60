import type { Chat } from 'baileys';
import type { ChatChanges } from '../../../domain/chats/chat.ts';
import type { NetworkEvent } from '../../network-event.ts';
import type { Device, DeviceConnection } from '../device.ts';
import type { Identities } from '../identity/identities.ts';
import { isIgnoredJid, withoutDevice } from '../identity/jid.ts';
import { mutedUntilOf } from './mute-end.ts';

/** Chats in one report. */
const BATCH_SIZE = 200;
/** Baileys' number of unread messages in a chat that was marked as unread. */
const MARKED_AS_UNREAD = -1;

type ReportedChanges = Extract<NetworkEvent, { kind: 'chat_changes' }>['chats'][number];

/** Reports what the account's other devices change in chats: they are archived, pinned, muted, marked as unread. */
export function attachChatChanges(device: Device, { socket, identities }: DeviceConnection): void {
	socket.ev.on('chats.update', (updates) => {
		report(updates).catch(() => undefined);
	});

	async function report(updates: readonly Partial<Chat>[]): Promise<void> {
		for (let from = 0; from < updates.length; from += BATCH_SIZE) {
			const batch = updates.slice(from, from + BATCH_SIZE);
			const chats = await chatChangesIn(batch, identities, device.clock.now());
			if (device.isClosed()) return;
			if (chats.length > 0) await device.context.report([{ kind: 'chat_changes', chats }]);
		}
	}
}

/** Returns the changes in updates of chats, without the chats that did not change or have no valid id. */
export async function chatChangesIn(
	updates: readonly Partial<Chat>[],
	identities: Identities,
	now: number,
): Promise<ReportedChanges[]> {
	const all = updates.map(async ({ id, ...update }): Promise<ReportedChanges[]> => {
		const changes = changesIn(update, now);
		if (!id || isIgnoredJid(id) || withoutDevice(id) === null || Object.keys(changes).length === 0) return [];
		return [{ chatId: await identities.chatIdOf(id), changes }];
	});
	return (await Promise.all(all)).flat();
}

function changesIn(
	{ archived, pinned, muteEndTime, unreadCount, markedAsUnread }: Partial<Chat>,
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
