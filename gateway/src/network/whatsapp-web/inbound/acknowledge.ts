import type { Device } from '../device.ts';
import type { ReceivedMessage } from './decryption/decrypt-message.ts';

/** Sends the receipt after which WhatsApp does not deliver the message again. */
export async function acknowledge(
	device: Device,
	{ connection: { socket }, message, node, author }: ReceivedMessage,
): Promise<void> {
	if (device.isClosed()) return;
	const { key } = message;
	const chat = key.remoteJid ?? '';
	const id = key.id ?? '';
	if (node.attrs.category === 'peer') {
		await socket.sendReceipt(chat, key.participant ?? undefined, [id], 'peer_msg');
	} else if (key.fromMe === true) {
		const usesLids = chat.endsWith('@lid') || key.remoteJidAlt?.endsWith('@lid') === true;
		const participant = usesLids ? author : (key.participant ?? undefined);
		await socket.sendReceipt(chat, participant, [id], 'sender');
	} else {
		await socket.sendReceipt(chat, key.participant ?? undefined, [id], 'inactive');
	}
	if (message.message?.protocolMessage?.historySyncNotification) {
		await socket.sendReceipt(device.baileys.jidNormalizedUser(chat), undefined, [id], 'hist_sync');
	}
}
