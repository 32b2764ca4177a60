import type { proto, WAMessage } from 'baileys';
import type { Clock } from '../../../../domain/clock.ts';
import { phoneOfChat } from '../../../../domain/phone.ts';
import type { PastMessage } from '../../../network-event.ts';
import { changeIn } from '../../changes/received-change.ts';
import { sanitizeName } from '../../content/sanitize-text.ts';
import { incomingContentOf } from '../../content/incoming-content.ts';
import type { Identities } from '../../identity/identities.ts';
import { isIgnoredJid } from '../../identity/jid.ts';
import { messageIdIn } from '../../outbound/message-id.ts';
import { chatOf, originOf } from './message-origin.ts';
import { mentionedIds } from './message-parts.ts';
import { timestampOf } from './timestamp.ts';

/** Converts a message from before the device was linked. Null: it has no content to show, or its key is invalid. */
export async function pastMessageOf(
	clock: Pick<Clock, 'now'>,
	identities: Identities,
	message: WAMessage | proto.IWebMessageInfo,
): Promise<PastMessage | null> {
	const key = message.key as WAMessage['key'] | null | undefined;
	if (!key?.remoteJid || isIgnoredJid(key.remoteJid) || !message.message) return null;
	const incoming = incomingContentOf(editedContent(message) ?? message.message);
	if (incoming === null) return null;
	const { quoted, mentioned } = incoming;
	const mentions = await mentionedIds(identities, mentioned);
	const content = {
		type: incoming.type,
		content: incoming.content,
		details: { ...incoming.details, ...(mentions.length === 0 ? {} : { mentions }) },
		...(quoted === null || quoted.chat ? {} : { quotedNetworkId: quoted.networkId }),
		at: timestampOf(message.messageTimestamp, clock),
	};
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

/** The new content of a message that its sender has edited; the history contains it in place of the first one. */
function editedContent({ key, message }: WAMessage | proto.IWebMessageInfo): proto.IMessage | null {
	const change = changeIn(message);
	return change?.change === 'edit' && change.key.id === key?.id ? change.content : null;
}
