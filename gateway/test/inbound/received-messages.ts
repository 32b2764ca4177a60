import type { Actor, IncomingMessage, MessageTarget } from '../../src/network/network-event.ts';

export const ADA = '4915112345678';
export const ADA_ID = `${ADA}@s.whatsapp.net`;
export const LID = '123456789012345@lid';
export const GROUP = '4915112345678-1400000000@g.us';

let written = 0;

/** A text from Ada. */
export function incoming(fields: Partial<IncomingMessage> = {}): IncomingMessage {
	written += 1;
	const senderId = fields.senderId ?? ADA_ID;
	const chatId = fields.chatId ?? senderId;
	return {
		networkId: `network-${written}`,
		source: { chat: chatId, sender: senderId },
		chatId,
		senderId,
		from: senderId === ADA_ID ? ADA : null,
		contactName: 'Ada',
		type: 'text',
		content: 'Hello',
		media: null,
		at: 1_700_000_000_000 + written,
		...fields,
	};
}

export function targetOf({ networkId, chatId }: IncomingMessage): MessageTarget {
	return { networkId, within: { chatId } };
}

export const BY_ADA: Actor = { senderId: ADA_ID, from: ADA, isFromMe: false, contactName: 'Ada' };
export const BY_LID: Actor = { senderId: LID, from: null, isFromMe: false, contactName: 'Ada' };
