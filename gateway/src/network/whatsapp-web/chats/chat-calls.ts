import type { ChatModification, LastMessageList } from 'baileys';
import { isGroupJid } from '../../../domain/phone.ts';
import type { NetworkConnection } from '../../driver.ts';
import type { NetworkSource, StoredMessage } from '../../network-message.ts';
import type { Device, SendRequest } from '../device.ts';
import { lastReceivedIn } from './last-received.ts';
import { muteEndOf } from './mute-end.ts';
import { keysMissing, keysOfPhoneExist } from './phone-keys.ts';

/** Changes of chats, which WhatsApp shares with the account's other devices. */
export function chatCalls(device: Device, request: SendRequest): Pick<NetworkConnection, 'updateChat'> {
	const { messages } = device.context;

	return {
		updateChat: (chatId, { archived, pinned, unread, mutedUntil }) =>
			request('change the chat', async ({ socket }) => {
				if (!keysOfPhoneExist(device)) throw keysMissing();
				const last = await lastReceivedIn(messages, chatId);
				// The JID that WhatsApp itself uses for the chat, a LID or a phone number.
				const jid = last?.source ? chatIn(last.source) : chatId;
				const lastMessages = messageRange(last, device.clock.now());
				const changes: ChatModification[] = [
					...(archived === undefined ? [] : [{ archive: archived, lastMessages }]),
					...(unread === undefined ? [] : [{ markRead: !unread, lastMessages }]),
					...(pinned === undefined ? [] : [{ pin: pinned }]),
					...(mutedUntil === undefined ? [] : [{ mute: muteEndOf(mutedUntil) }]),
				];
				for (const change of changes) await socket.chatModify(change, jid);
			}),
	};
}

/** The JID of the chat that shows a message: its group, or the one with its sender, also where it came by a broadcast list. */
function chatIn({ chat, sender }: NetworkSource): string {
	return isGroupJid(chat) ? chat : sender;
}

/** Up to which message a chat is archived or read: a later message brings it back on the other devices. */
function messageRange(last: StoredMessage | null, now: number): LastMessageList {
	const timestamp = Math.floor((last?.at ?? now) / 1000);
	const { networkId = null, source = null } = last ?? {};
	if (networkId === null || source === null) return { lastMessageTimestamp: timestamp };
	const chat = chatIn(source);
	const key = {
		remoteJid: chat,
		id: networkId,
		fromMe: false,
		...(isGroupJid(chat) ? { participant: source.sender } : {}),
	};
	return { lastMessageTimestamp: timestamp, messages: [{ key, timestamp }] };
}
