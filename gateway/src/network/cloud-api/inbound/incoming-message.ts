import type { IncomingMessage, NetworkNotice } from '../../driver.ts';
import { ID_LIMIT } from './bounded-details.ts';
import { incomingContentOf, type FileAtMeta } from './incoming-content.ts';
import { getString } from '../graph/json.ts';
import { noticeOf } from './notices.ts';
import { momentOf, type Change } from './payload.ts';
import { writerOf } from './people.ts';

/** A message that arrived, before its file is fetched. */
export interface InboundMessage {
	message: IncomingMessage;
	file: FileAtMeta | null;
	/** Meta's identifier of the message it replies to, as long as ours is not known. */
	quotes: string | null;
}

/** What Meta tells as a message; a notice where it cannot be recorded as one. */
export function inboundMessageOf(
	message: unknown,
	{ contacts }: Pick<Change, 'contacts'>,
	now: number,
): { arrival: InboundMessage } | { notice: NetworkNotice } {
	if (getString(message, 'group_id') !== null) {
		const told = 'A message was written in a group of the official API. Such groups are not recorded.';
		return { notice: noticeOf('group_message', message, told) };
	}
	const networkId = getString(message, 'id') ?? '';
	const writer = writerOf(message, contacts);
	if (networkId === '' || networkId.length > ID_LIMIT || writer === null) {
		const told = 'Meta told of a message without saying which one it is, or who wrote it.';
		return { notice: noticeOf('unreadable_message', message, told) };
	}
	const written = incomingContentOf(message);
	if (written === null) {
		return { notice: noticeOf('reaction_removed', message, 'Somebody took a reaction back.') };
	}
	const { type, content, file, quotes, unsupported } = written;
	const lost = file === null && type !== 'text' && type !== 'unsupported';
	return {
		arrival: {
			message: {
				networkId,
				// A chat of the official API is with one person.
				source: { chat: writer.id, sender: writer.id },
				chatId: writer.chatId,
				senderId: writer.chatId,
				from: writer.phone,
				contactName: writer.name,
				type,
				content,
				media: null,
				...(lost ? { mediaError: NOWHERE } : {}),
				...(unsupported === undefined ? {} : { unsupported }),
				at: momentOf(message, now),
			},
			file,
			quotes,
		},
	};
}

const NOWHERE = {
	code: 'media_download_failed',
	message: 'WhatsApp did not say where the file is. Ask the sender to send it again.',
} as const;
