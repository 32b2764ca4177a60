import { GatewayError } from '../../domain/error.ts';
import { isGroupJid } from '../../domain/phone.ts';
import type { NetworkConnection } from '../driver.ts';
import type { ConnectedDevice } from './connect-device.ts';
import { contactCard, existingPhones } from './contacts.ts';
import type { OpenLink } from './device.ts';
import { groupCalls } from './groups.ts';
import { WHATSAPP_WEB_CAPABILITIES } from './limits.ts';
import { unavailable } from './outbound/refusals.ts';

/** Milliseconds for which typing is shown: as long as a quick writer needs, within limits. */
const TYPING_LEAST = 300;
const TYPING_A_CHARACTER = 15;
const TYPING_MOST = 3000;

/** An instance's connection by QR code. */
export function openConnection({
	device,
	work: { sender },
	close,
	unlink,
}: ConnectedDevice): NetworkConnection {
	let latency = 0;

	async function asking<T>(what: string, ask: (link: OpenLink) => Promise<T>): Promise<T> {
		const link = await device.link();
		const begun = device.clock.now();
		try {
			const answer = await ask(link);
			latency = Math.max(0, device.clock.now() - begun);
			return answer;
		} catch (error) {
			throw error instanceof GatewayError ? error : unavailable(what, error);
		}
	}

	return {
		capabilities: WHATSAPP_WEB_CAPABILITIES,
		...groupCalls(device),
		async send(message) {
			const begun = device.clock.now();
			const taken = await sender.send(message);
			latency = Math.max(0, device.clock.now() - begun);
			return taken;
		},
		checkTemplate: () => Promise.reject(noTemplates()),
		listTemplates: () => Promise.reject(noTemplates()),
		markRead: (chatId) =>
			asking('mark the chat as read', async ({ socket }) => {
				const unread = await device.host.messages.listUnread(chatId);
				const keys = unread.map(({ networkId, source: { chat, sender } }) => ({
					remoteJid: chat,
					id: networkId,
					fromMe: false,
					...(isGroupJid(chat) ? { participant: sender } : {}),
				}));
				if (keys.length > 0) await socket.readMessages(keys);
			}),
		showTyping: (chatId) =>
			asking('show that somebody is typing', ({ socket }) => socket.sendPresenceUpdate('composing', chatId)),
		getTypingDuration: (content) => Math.min(TYPING_LEAST + TYPING_A_CHARACTER * content.length, TYPING_MOST),
		checkNumbers: (phones) => asking('check the numbers', ({ socket }) => existingPhones(socket, phones)),
		getContact: (phone) => asking('show the contact', (link) => contactCard(device.baileys, link, phone)),
		getLatency: () => latency,
		unlink,
		close,
	};
}

function noTemplates(): GatewayError {
	return new GatewayError(
		'official_api_required',
		'Only the official API has templates, and this instance is connected by QR code.',
	);
}
