import type { WAMessage } from 'baileys';
import type { IncomingMessage } from '../driver.ts';
import type { Device, OpenLink } from './device.ts';
import { userOf } from './identities.ts';
import { cleaned, type IncomingContent } from './incoming-content.ts';
import { momentOf } from './past-messages.ts';

/** A message that arrived, with what was written in it. */
export async function incomingMessageOf(
	device: Pick<Device, 'baileys' | 'host' | 'clock'>,
	{ identities }: OpenLink,
	{ key, pushName, messageTimestamp }: WAMessage,
	{ type, content }: Pick<IncomingContent, 'type' | 'content'>,
): Promise<IncomingMessage> {
	const chat = key.remoteJid ?? '';
	const sender = key.participant ?? chat;
	const other = key.participant ? key.participantAlt : key.remoteJidAlt;
	const from = await identities.phoneOf(sender, other);
	return {
		networkId: key.id ?? '',
		source: { chat, sender },
		chatId: await identities.chatIdOf(chat, key.remoteJidAlt),
		senderId: await identities.chatIdOf(sender, other),
		from: from ?? userOf(sender),
		contactName: pushName ? cleaned(pushName) : null,
		type,
		content,
		media: null,
		at: momentOf(messageTimestamp) || device.clock.now(),
	};
}
