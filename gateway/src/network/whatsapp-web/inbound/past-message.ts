import type { proto, WAMessage } from 'baileys';
import type { Clock } from '../../../domain/clock.ts';
import { phoneOfChat } from '../../../domain/phone.ts';
import type { PastMessage } from '../../driver.ts';
import { sanitizeName } from '../content/sanitize-text.ts';
import { incomingContentOf } from '../content/incoming-content.ts';
import type { Identities } from '../identity/identities.ts';
import { isIgnoredJid } from '../identity/jid.ts';
import { messageIdIn } from '../outbound/message-id.ts';
import { chatOf, originOf } from './message-origin.ts';
import { timestampOf } from './timestamp.ts';

/**
 * Converts a message from before the device was linked, or one that the account sent from another device. Null: it has
 * no content to show, or its key is invalid.
 */
export async function pastMessageOf(
	clock: Pick<Clock, 'now'>,
	identities: Identities,
	message: WAMessage | proto.IWebMessageInfo,
): Promise<PastMessage | null> {
	const key = message.key as WAMessage['key'] | null | undefined;
	if (!key?.remoteJid || isIgnoredJid(key.remoteJid) || !message.message) return null;
	const incoming = incomingContentOf(message.message);
	if (incoming === null) return null;
	const content = { content: incoming.content, at: timestampOf(message.messageTimestamp, clock) };
	if (key.fromMe === true) {
		const chat = await chatOf(identities, key);
		if (chat === null) return null;
		const { networkId, chatId } = chat;
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
	const { from: phone, ...identifiers } = origin;
	return {
		...content,
		...identifiers,
		phone,
		messageId: null,
		direction: 'inbound',
		contactName: message.pushName ? sanitizeName(message.pushName) : null,
	};
}
