import { GatewayError } from '../../domain/error.ts';
import type { NetworkConnection } from '../driver.ts';
import type { StoredMessage } from '../network-message.ts';
import { PermanentSendError } from '../permanent-send-error.ts';
import { profileCalls } from './account/profile-calls.ts';
import { WHATSAPP_WEB_CAPABILITIES } from './capabilities.ts';
import { chatCalls } from './chats/chat-calls.ts';
import { unavailable } from './errors/client-errors.ts';
import type { ConnectedDevice } from './connected-device.ts';
import { blockingCalls } from './contacts/blocking.ts';
import { fetchContactProfile } from './contacts/contact-profile.ts';
import { existingPhones } from './contacts/existing-phones.ts';
import type { DeviceConnection } from './device.ts';
import { groupCalls } from './groups/group-calls.ts';
import type { OutgoingChange } from './outbound/message-sender.ts';
import { deletionOf, editOf, reactionTo } from './outbound/outgoing-change.ts';

/** Milliseconds for which typing is shown: the time a fast writer needs for the text, between two limits. */
const MIN_TYPING_TIME = 300;
const TYPING_TIME_PER_CHARACTER = 15;
const MAX_TYPING_TIME = 3000;

/** The driver interface of an instance that is connected by QR code. */
export function createNetworkConnection({
	device,
	handlers: { sender, presence },
	answerPasskey,
	close,
	unlink,
}: ConnectedDevice): NetworkConnection {
	let latency = 0;

	/** Measures the latency of a request to WhatsApp. `what` completes "WhatsApp could not …". */
	async function request<T>(what: string, send: (connection: DeviceConnection) => Promise<T>): Promise<T> {
		const connection = await device.connection();
		const startedAt = device.clock.now();
		try {
			const response = await send(connection);
			latency = Math.max(0, device.clock.now() - startedAt);
			return response;
		} catch (error) {
			if (error instanceof GatewayError || error instanceof PermanentSendError) throw error;
			throw unavailable(what, error);
		}
	}

	function change(what: string, { chatId }: StoredMessage, changeOf: () => OutgoingChange): Promise<void> {
		return request(what, () => sender.sendChange(chatId, changeOf()));
	}

	return {
		capabilities: WHATSAPP_WEB_CAPABILITIES,
		...groupCalls(device),
		...chatCalls(device, request),
		...blockingCalls(request),
		...profileCalls(device, request),
		subscribePresence: (chatId) =>
			request('subscribe to the presence', () => presence.subscribePresence(chatId)),
		waitForRateLimit: () => Promise.resolve(),
		async send(message) {
			const startedAt = device.clock.now();
			const sent = await sender.send(message);
			latency = Math.max(0, device.clock.now() - startedAt);
			return sent;
		},
		checkTemplate: () => Promise.reject(templatesUnsupported()),
		listTemplates: () => Promise.reject(templatesUnsupported()),
		markRead: (chatId) =>
			request('mark the chat as read', async ({ socket }) => {
				const unread = await device.context.messages.listUnread(chatId);
				const keys = unread.map(({ networkId, source: { chat, sender } }) => ({
					remoteJid: chat,
					id: networkId,
					fromMe: false,
					...(chat === sender ? {} : { participant: sender }),
				}));
				if (keys.length > 0) await socket.readMessages(keys);
			}),
		showTyping: (chatId) =>
			request('show the typing indicator', ({ socket }) => socket.sendPresenceUpdate('composing', chatId)),
		getTypingDuration: (content) =>
			Math.min(MIN_TYPING_TIME + TYPING_TIME_PER_CHARACTER * content.length, MAX_TYPING_TIME),
		checkNumbers: (phones) => request('check the numbers', ({ socket }) => existingPhones(socket, phones)),
		getContact: (contactId) =>
			request('show the contact', (connection) => fetchContactProfile(device, connection, contactId)),
		react: (message, emoji) => change('set the reaction', message, () => reactionTo(device, message, emoji)),
		edit: (message, text) => change('edit the message', message, () => editOf(device, message, text)),
		deleteForEveryone: (message) => change('delete the message', message, () => deletionOf(device, message)),
		async answerPasskey(response) {
			await answerPasskey(response).catch((error: unknown) => {
				throw error instanceof GatewayError ? error : unavailable('check the passkey', error);
			});
		},
		requiresTemplate: () => Promise.resolve(false),
		getLatency: () => latency,
		unlink,
		close,
	};
}

function templatesUnsupported(): GatewayError {
	return new GatewayError(
		'official_api_required',
		'Only the official API has templates, and this instance is connected by QR code.',
	);
}
