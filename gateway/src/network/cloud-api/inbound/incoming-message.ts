import { isMediaType } from '../../../domain/messages/message.ts';
import type { EchoedMessage, IncomingMessage } from '../../network-event.ts';
import { getString } from '../graph/json.ts';
import type { Arrival } from './arrival.ts';
import { readContent } from './content/read-content.ts';
import { timestampOf } from './payload.ts';
import type { Person } from './person.ts';

/** Converts Meta's object of a received message. */
export function toMessage(message: unknown, networkId: string, sender: Person, now: number): Arrival {
	const { parts, ...arrival } = partsOf(message, networkId, sender, now);
	const incoming: IncomingMessage = {
		...parts,
		// The official API has only chats with one person.
		source: { chat: sender.id, sender: sender.id },
		senderId: sender.chatId,
		from: sender.phone,
		contactName: sender.name,
		...(sender.username === null ? {} : { username: sender.username }),
	};
	return { ...arrival, event: { kind: 'message', message: incoming } };
}

/** Converts Meta's object of a message that the account's owner wrote in the WhatsApp Business app. */
export function toEcho(message: unknown, networkId: string, recipient: Person, now: number): Arrival {
	const { parts, ...arrival } = partsOf(message, networkId, recipient, now);
	const echo: EchoedMessage = { ...parts, to: recipient.phone };
	return { ...arrival, event: { kind: 'echo', message: echo } };
}

/** Reads what received messages and echoes have in common. */
function partsOf(message: unknown, networkId: string, { chatId }: Person, now: number) {
	const { type, content, file = null, details } = readContent(message);
	return {
		parts: {
			networkId,
			chatId,
			type,
			content,
			media: null,
			...details,
			...(isMediaType(type) && file === null ? { mediaError: NO_FILE_ID } : {}),
			at: timestampOf(message, now),
		},
		chatId,
		networkId,
		file,
		referencedId: getString(message, 'context', 'id'),
	};
}

const NO_FILE_ID = {
	code: 'media_download_failed',
	message: 'WhatsApp did not say where the file is. Ask the sender to send it again.',
} as const;
