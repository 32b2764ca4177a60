import type { WAMessageKey } from 'baileys';
import { isGroupJid } from '../../../../domain/phone.ts';
import type { Actor } from '../../../network-event.ts';
import type { NetworkSource } from '../../../network-message.ts';
import type { Device } from '../../device.ts';
import { accountOf } from '../../identity/account.ts';
import type { Identities } from '../../identity/identities.ts';
import { isBroadcastList, withoutDevice } from '../../identity/jid.ts';
import { isNetworkId } from '../../outbound/message-id.ts';

interface MessageChat {
	networkId: string;
	/** The JID of the chat as WhatsApp sent it. */
	chat: string;
	/** The id of the chat for clients of the gateway. */
	chatId: string;
}

/** The chat and the sender of a message. */
export interface MessageOrigin {
	networkId: string;
	source: NetworkSource;
	chatId: string;
	senderId: string;
	/** Phone of the sender; null: WhatsApp has not disclosed it. */
	from: string | null;
}

/**
 * The JID of the chat that shows a message: the one in its key, or the sender's where it came by a broadcast list, whose
 * messages are shown in the chat with their sender.
 */
export function chatJidOf({
	remoteJid,
	participant,
}: Pick<WAMessageKey, 'remoteJid' | 'participant'>): string {
	const jid = remoteJid ?? '';
	return isBroadcastList(jid) ? (participant ?? '') : jid;
}

/** The chat of a message; null: its key contains no valid network id or chat. */
export async function chatOf(identities: Identities, key: WAMessageKey): Promise<MessageChat | null> {
	const chat = withoutDevice(chatJidOf(key));
	const networkId = key.id ?? '';
	if (chat === null || !isNetworkId(networkId)) return null;
	return { networkId, chat, chatId: await identities.chatIdOf(chat, key.remoteJidAlt) };
}

/**
 * The chat and the sender of a message; null: its key contains no valid network id, chat or sender. `author` is the JID
 * of the sender for a key without one.
 */
export async function originOf(
	identities: Identities,
	key: WAMessageKey,
	author: string | null = null,
): Promise<MessageOrigin | null> {
	const messageChat = await chatOf(identities, key);
	if (messageChat === null) return null;
	const { networkId, chat, chatId } = messageChat;
	const isGroup = isGroupJid(chat);
	const sender = isGroup ? withoutDevice(key.participant ?? author ?? '') : chat;
	if (sender === null || isGroupJid(sender)) return null;
	const alternative = isGroup ? key.participantAlt : key.remoteJidAlt;
	const remoteJid = key.remoteJid ?? '';
	return {
		networkId,
		// Receipts name the broadcast list.
		source: { chat: isBroadcastList(remoteJid) ? remoteJid : chat, sender },
		chatId,
		senderId: await identities.chatIdOf(sender, alternative),
		from: await identities.phoneOf(sender, alternative),
	};
}

/** Who wrote or changed something, without a name; null: the key contains no valid network id, chat or sender. */
export async function actorOf(
	device: Pick<Device, 'creds'>,
	identities: Identities,
	key: WAMessageKey,
): Promise<Pick<Actor, 'senderId' | 'from' | 'isFromMe'> | null> {
	if (key.fromMe === true) {
		const { id } = accountOf(device);
		return {
			senderId: await identities.chatIdOf(id),
			from: await identities.phoneOf(id),
			isFromMe: true,
		};
	}
	const origin = await originOf(identities, key);
	return origin === null ? null : { senderId: origin.senderId, from: origin.from, isFromMe: false };
}
