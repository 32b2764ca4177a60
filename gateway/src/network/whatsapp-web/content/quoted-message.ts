import type { proto } from 'baileys';
import type { MessageId } from '../../../domain/ids.ts';
import type { Device } from '../device.ts';
import { isNetworkId, isNoChat, type Identities } from '../session/identities.ts';
import { messageIdIn } from '../outbound/message-id.ts';

/** The message that another one replies to, as WhatsApp names it. */
export interface Quoted {
	networkId: string;
	/** Its chat, where it is not the reply's own. */
	chat: string | null;
}

/** The message that a message replies to; null where it replies to none. */
export function quotedIn(content: proto.IMessage): Quoted | null {
	for (const part of Object.values(content) as unknown[]) {
		const { contextInfo } = (part ?? {}) as { contextInfo?: proto.IContextInfo | null };
		const networkId = contextInfo?.stanzaId ?? '';
		if (isNetworkId(networkId)) return { networkId, chat: contextInfo?.remoteJid ?? null };
	}
	return null;
}

/** The recorded message that is replied to; undefined where there is none, such as where it was removed. */
export async function quotedMessageIdOf(
	{ host, ledger }: Pick<Device, 'host' | 'ledger'>,
	identities: Identities,
	{ quoted, chatId }: { quoted: Quoted; chatId: string },
): Promise<MessageId | undefined> {
	const { networkId, chat } = quoted;
	if (chat !== null && isNoChat(chat)) return undefined;
	const within = { chatId: chat === null || chat === '' ? chatId : await identities.chatIdOf(chat) };
	const own = messageIdIn(networkId);
	// One of ours may have arrived before it is recorded that it went out.
	if (own !== null && (await host.messages.find(own))?.chatId === within.chatId) return own;
	const known = await host.messages.findId(networkId, within);
	if (known !== null || ledger.isSettled()) return known ?? undefined;
	// What was written a moment before, and came with it, is being recorded.
	await ledger.commit();
	return (await host.messages.findId(networkId, within)) ?? undefined;
}
