import type { Device } from '../device.ts';
import type { ArrivedMessage } from './open-message.ts';

/** A receipt is what WhatsApp takes for "I have it": it sends the message no more. */
export async function acknowledge(
	device: Device,
	{ link: { socket }, message, node, author }: ArrivedMessage,
): Promise<void> {
	if (device.isOver()) return;
	const { key } = message;
	const chat = key.remoteJid ?? '';
	const id = key.id ?? '';
	if (node.attrs.category === 'peer') {
		await socket.sendReceipt(chat, key.participant ?? undefined, [id], 'peer_msg');
	} else if (key.fromMe === true) {
		const hidden = chat.endsWith('@lid') || key.remoteJidAlt?.endsWith('@lid') === true;
		const participant = hidden ? author : (key.participant ?? undefined);
		await socket.sendReceipt(chat, participant, [id], 'sender');
	} else {
		await socket.sendReceipt(chat, key.participant ?? undefined, [id], 'inactive');
	}
	if (message.message?.protocolMessage?.historySyncNotification) {
		await socket.sendReceipt(device.baileys.jidNormalizedUser(chat), undefined, [id], 'hist_sync');
	}
}
