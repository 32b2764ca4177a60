import type { proto } from 'baileys';
import { isNetworkId } from '../outbound/message-id.ts';

/** WhatsApp's reference to the message that another one replies to. */
export interface Quoted {
	networkId: string;
	/** The JID of its chat; null: the chat of the reply. */
	chat: string | null;
}

/** The message that a message replies to; null: it is no reply. */
export function quotedIn(content: proto.IMessage): Quoted | null {
	for (const part of Object.values(content) as unknown[]) {
		const { contextInfo } = (part ?? {}) as { contextInfo?: proto.IContextInfo | null };
		const networkId = contextInfo?.stanzaId ?? '';
		if (isNetworkId(networkId)) return { networkId, chat: contextInfo?.remoteJid ?? null };
	}
	return null;
}
