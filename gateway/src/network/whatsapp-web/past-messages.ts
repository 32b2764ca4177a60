import type { proto, WAMessage } from 'baileys';
import { isPhone, phoneOfChat } from '../../domain/phone.ts';
import type { PastMessage } from '../driver.ts';
import { isGroupJid } from '../../domain/phone.ts';
import type { Baileys } from './baileys.ts';
import { isNoChat, userOf, type Identities } from './identities.ts';
import { cleaned, incomingContentOf } from './incoming-content.ts';
import { messageIdIn } from './message-id.ts';

/**
 * A message from before the device was linked, or one that the account's owner wrote on the phone. Null for what is
 * no message, or has no place.
 */
export async function pastMessageOf(
	baileys: Baileys,
	identities: Identities,
	message: WAMessage | proto.IWebMessageInfo,
): Promise<PastMessage | null> {
	const { key } = message;
	const { id: networkId, remoteJid } = key ?? {};
	if (!key || !networkId || !remoteJid || isNoChat(remoteJid) || !message.message) return null;
	const written = incomingContentOf(baileys, message.message);
	if (written === null) return null;
	const others = key as WAMessage['key'];
	const chatId = await identities.chatIdOf(remoteJid, others.remoteJidAlt);
	const direction = key.fromMe === true ? 'outbound' : 'inbound';
	const participant = key.participant ?? message.participant;
	const phone =
		direction === 'inbound' && participant && isGroupJid(chatId)
			? ((await identities.phoneOf(participant, others.participantAlt)) ?? userOf(participant))
			: phoneOfChat(chatId);
	if (!isPhone(phone) && !isGroupJid(chatId)) return null;
	return {
		networkId,
		messageId: direction === 'outbound' ? messageIdIn(networkId) : null,
		chatId,
		direction,
		phone,
		contactName: direction === 'inbound' && message.pushName ? cleaned(message.pushName) : null,
		content: written.content,
		at: momentOf(message.messageTimestamp),
	};
}

/** Epoch milliseconds of a moment as WhatsApp writes it, in seconds. */
export function momentOf(seconds: proto.IWebMessageInfo['messageTimestamp']): number {
	return Number(seconds ?? 0) * 1000;
}
