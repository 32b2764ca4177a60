import type { proto, WAMessage } from 'baileys';
import type { Clock } from '../../../domain/clock.ts';
import { phoneOfChat } from '../../../domain/phone.ts';
import type { PastMessage } from '../../driver.ts';
import { cleanedName } from '../content/bounded-text.ts';
import { isNoChat, type Identities } from '../session/identities.ts';
import { incomingContentOf } from '../content/incoming-content.ts';
import { messageIdIn } from '../outbound/message-id.ts';
import { chatOf, originOf } from './message-key.ts';
import { momentOf } from './moment.ts';

/**
 * A message from before the device was linked, or one that the account's owner wrote on the phone. Null for what is
 * no message, or has no place.
 */
export async function pastMessageOf(
	clock: Pick<Clock, 'now'>,
	identities: Identities,
	message: WAMessage | proto.IWebMessageInfo,
): Promise<PastMessage | null> {
	const key = message.key as WAMessage['key'] | null | undefined;
	if (!key?.remoteJid || isNoChat(key.remoteJid) || !message.message) return null;
	const written = incomingContentOf(message.message);
	if (written === null) return null;
	const content = { content: written.content, at: momentOf(message.messageTimestamp, clock) };
	if (key.fromMe === true) {
		const place = await chatOf(identities, key);
		if (place === null) return null;
		const { networkId, chatId } = place;
		return {
			...content,
			networkId,
			messageId: messageIdIn(networkId),
			chatId,
			source: null,
			direction: 'outbound',
			senderId: null,
			phone: phoneOfChat(chatId),
			contactName: null,
		};
	}
	const origin = await originOf(identities, key, message.participant);
	if (origin === null) return null;
	const { from: phone, ...told } = origin;
	return {
		...content,
		...told,
		phone,
		messageId: null,
		direction: 'inbound',
		contactName: message.pushName ? cleanedName(message.pushName) : null,
	};
}
