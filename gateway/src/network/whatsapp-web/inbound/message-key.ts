import type { WAMessageKey } from 'baileys';
import { isGroupJid } from '../../../domain/phone.ts';
import type { NetworkSource } from '../../driver.ts';
import { isNetworkId, withoutDevice, type Identities } from '../session/identities.ts';

/** Where a message was written: as WhatsApp has it, and as clients know it. */
interface MessageChat {
	networkId: string;
	chat: string;
	chatId: string;
}

/** Who wrote a message, and where. */
export interface MessageOrigin {
	networkId: string;
	source: NetworkSource;
	chatId: string;
	senderId: string;
	/** Phone of the sender, where WhatsApp tells it. */
	from: string | null;
}

/** Where a message was written; null where its key names no message, or no chat, that there can be. */
export async function chatOf(identities: Identities, key: WAMessageKey): Promise<MessageChat | null> {
	const chat = withoutDevice(key.remoteJid ?? '');
	const networkId = key.id ?? '';
	if (chat === null || !isNetworkId(networkId)) return null;
	return { networkId, chat, chatId: await identities.chatIdOf(chat, key.remoteJidAlt) };
}

/**
 * Where a message was written, and by whom; null where its key names no message, chat or sender that there can be.
 * `author` is who wrote it, where the key itself does not tell.
 */
export async function originOf(
	identities: Identities,
	key: WAMessageKey,
	author: string | null = null,
): Promise<MessageOrigin | null> {
	const place = await chatOf(identities, key);
	if (place === null) return null;
	const { networkId, chat, chatId } = place;
	const isGroup = isGroupJid(chat);
	const sender = isGroup ? withoutDevice(key.participant ?? author ?? '') : chat;
	if (sender === null || isGroupJid(sender)) return null;
	const other = isGroup ? key.participantAlt : key.remoteJidAlt;
	return {
		networkId,
		source: { chat, sender },
		chatId,
		senderId: await identities.chatIdOf(sender, other),
		from: await identities.phoneOf(sender, other),
	};
}
