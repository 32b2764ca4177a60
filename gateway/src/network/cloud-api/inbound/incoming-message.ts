import type { IncomingMessage, NetworkNotice } from '../../driver.ts';
import { ID_LIMIT } from './bounded-details.ts';
import { incomingContentOf, type MetaFile } from './incoming-content.ts';
import { getString } from '../graph/json.ts';
import { createNotice } from './notices.ts';
import { timestampOf, type Change } from './payload.ts';
import { senderOf } from './sender.ts';

/** A received message whose file is not downloaded yet. */
export interface InboundMessage {
	message: IncomingMessage;
	file: MetaFile | null;
	/** Meta's id of the message that this one replies to. */
	quotedNetworkId: string | null;
}

/** Converts Meta's message object. Returns a notice if it cannot be recorded as a message. */
export function toInboundMessage(
	message: unknown,
	{ contacts }: Pick<Change, 'contacts'>,
	now: number,
): { inbound: InboundMessage } | { notice: NetworkNotice } {
	if (getString(message, 'group_id') !== null) {
		const text = 'A message was written in a group of the official API. Such groups are not recorded.';
		return { notice: createNotice('group_message', message, text) };
	}
	const networkId = getString(message, 'id') ?? '';
	const sender = senderOf(message, contacts);
	if (networkId === '' || networkId.length > ID_LIMIT || sender === null) {
		const text = 'Meta sent a message without its id or its sender.';
		return { notice: createNotice('unreadable_message', message, text) };
	}
	const incoming = incomingContentOf(message);
	if (incoming === null) {
		return { notice: createNotice('reaction_removed', message, 'A reaction was removed.') };
	}
	const { type, content, file, quotedNetworkId, unsupported } = incoming;
	const isFileMissing = file === null && type !== 'text' && type !== 'unsupported';
	return {
		inbound: {
			message: {
				networkId,
				// The official API has only chats with one person.
				source: { chat: sender.id, sender: sender.id },
				chatId: sender.chatId,
				senderId: sender.chatId,
				from: sender.phone,
				contactName: sender.name,
				type,
				content,
				media: null,
				...(isFileMissing ? { mediaError: NO_FILE_ID } : {}),
				...(unsupported === undefined ? {} : { unsupported }),
				at: timestampOf(message, now),
			},
			file,
			quotedNetworkId,
		},
	};
}

const NO_FILE_ID = {
	code: 'media_download_failed',
	message: 'WhatsApp did not say where the file is. Ask the sender to send it again.',
} as const;
