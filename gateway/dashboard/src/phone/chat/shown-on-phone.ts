import { mediaPathOf } from '../../api/messages.ts';
import type { PhoneMessage } from '../../api/types.ts';
import { messageText } from '../../components/conversation/message-text.ts';
import type { ShownMessage, ShownQuote } from '../../components/message/shown-message.ts';

interface ChatContext {
	isGroup: boolean;
	/** Returns the name of a person by phone number. */
	nameOf: (number: string) => string;
	/** The messages of the chat that are loaded. */
	loaded: ReadonlyMap<string, PhoneMessage>;
	/** The ids of those that belong to the same album as the one before. */
	continued: ReadonlySet<string>;
}

/** A message as a customer sees it. */
export function shownOnPhone(message: PhoneMessage, context: ChatContext): ShownMessage {
	const { isGroup, nameOf, loaded, continued } = context;
	const { messageId, type, media, fromMe, deleted, options } = message;
	const nameOfSender = (senderId: string, from: string | null): string =>
		from === null ? senderId : nameOf(from);
	return {
		...message,
		own: fromMe,
		writer: !isGroup || fromMe ? null : nameOfSender(message.senderId, message.from),
		quote: quoteOf(message, loaded),
		file:
			media?.available === true && !deleted
				? { path: mediaPathOf(messageId), label: media.filename ?? `Open the ${type}` }
				: null,
		fileError: message.mediaError?.message,
		reactions: message.reactions.map((reaction) => ({
			emoji: reaction.emoji,
			name: reaction.fromMe ? 'You' : nameOfSender(reaction.senderId, reaction.from),
			isMine: reaction.fromMe,
		})),
		counts: message.votes.map(({ option, votes, selected }) => ({ option, votes, isMine: selected })),
		...(options.length === 0 ? {} : { options }),
		deleted: deleted ? { by: null, isMine: fromMe } : null,
		isEdited: message.editedAt !== null,
		continuesAlbum: continued.has(messageId),
	};
}

function quoteOf({ quotedMessageId }: PhoneMessage, loaded: ChatContext['loaded']): ShownQuote | null {
	if (quotedMessageId === null) return null;
	const quoted = loaded.get(quotedMessageId);
	if (quoted === undefined) return { text: 'An earlier message', target: null };
	const text = quoted.deleted ? 'A deleted message' : messageText(quoted);
	return { text, target: { messageId: quotedMessageId } };
}
