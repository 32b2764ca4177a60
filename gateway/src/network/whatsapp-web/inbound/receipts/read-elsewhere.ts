import type { BinaryNode } from 'baileys';
import { isGroupJid } from '../../../../domain/phone.ts';
import type { NetworkEvent } from '../../../network-event.ts';
import type { Device, DeviceConnection } from '../../device.ts';
import { isIgnoredJid, withoutDevice } from '../../identity/jid.ts';

/** The types of receipts for what the owner has read or played; with `-self`, while read receipts are switched off. */
export const READ_TYPES: ReadonlySet<string> = new Set(['read', 'read-self', 'played', 'played-self']);

/**
 * The event for such a receipt of the account itself: its owner has read messages on the phone or on another linked device.
 * The chat has no unread messages then, unless a later one has arrived.
 */
export async function readElsewhereEvents(
	{ context }: Pick<Device, 'context'>,
	{ identities }: Pick<DeviceConnection, 'identities'>,
	{ from = '', recipient = '' }: BinaryNode['attrs'],
	ids: readonly string[],
): Promise<NetworkEvent[]> {
	const chat = isGroupJid(from) ? from : recipient;
	const jid = isIgnoredJid(chat) ? null : withoutDevice(chat);
	if (jid === null) return [];
	const chatId = await identities.chatIdOf(jid);
	const last = await context.messages.findLastReceived(chatId);
	if (last === null || !ids.includes(last)) return [];
	return [{ kind: 'chat_changes', chats: [{ chatId, changes: { unread: false } }] }];
}
