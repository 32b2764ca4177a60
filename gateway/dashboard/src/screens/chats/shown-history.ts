import { mediaPathOf } from '../../api/messages.ts';
import type { HistoryItem } from '../../api/types.ts';
import { messageText } from '../../components/conversation/message-text.ts';
import { formatPerson } from '../../components/display/person.ts';
import type { ShownMessage, ShownQuote } from '../../components/message/shown-message.ts';
import { hrefTo } from '../../routing/location.ts';

/** A message of the history, which may have been loaded alone: then it has null where the history has nothing. */
export type ListedMessage = Omit<HistoryItem, 'quotedMessageId'> & { quotedMessageId?: string | null };

/** The context in which a message of the history is shown. */
export interface ChatContext {
	isGroup: boolean;
	/** The id of the instance's own account; null: it is not connected. */
	ownId: string | null;
	/** Returns the name of a person by id. */
	nameOf: (personId: string) => string;
	/** The messages of the chat that are loaded. */
	loaded: ReadonlyMap<string, ListedMessage>;
	/** The ids of those that belong to the same album as the one before. */
	continued: ReadonlySet<string>;
}

/** A message of the history as the instance's side shows it. */
export function shownMessage(item: ListedMessage, context: ChatContext): ShownMessage {
	const { isGroup, ownId, nameOf, loaded, continued } = context;
	const { messageId, direction, type, from, senderId = '', mediaError, deletedAt, deletedBy = null } = item;
	const own = direction === 'outbound';
	return {
		...item,
		own,
		writer: isGroup && !own ? formatPerson(from, senderId) : null,
		quote: quoteOf(item, loaded),
		file: hasFile(item)
			? {
					path: mediaPathOf(messageId),
					label: `Open the ${type === 'document' ? 'document' : `${type} file`}`,
				}
			: null,
		fileError: mediaError?.message,
		reactions: (item.reactions ?? []).map(({ emoji, senderId: personId, isFromMe }) => ({
			emoji,
			name: isFromMe ? 'You' : nameOf(personId),
			isMine: isFromMe,
		})),
		counts: (item.poll?.counts ?? []).map((count) => ({ ...count, isMine: false })),
		deleted:
			deletedAt === undefined
				? null
				: {
						by: deletedBy === null ? null : nameOf(deletedBy),
						isMine: deletedBy !== null && deletedBy === ownId,
					},
		isEdited: item.editedAt !== undefined,
		continuesAlbum: continued.has(messageId),
	};
}

function quoteOf(
	{ quotedMessageId = null }: ListedMessage,
	loaded: ChatContext['loaded'],
): ShownQuote | null {
	if (quotedMessageId === null) return null;
	const quoted = loaded.get(quotedMessageId);
	if (quoted === undefined) {
		return { text: 'An earlier message', target: { href: hrefTo('messages', quotedMessageId) } };
	}
	const text = quoted.deletedAt === undefined ? messageText(quoted) : 'A deleted message';
	return { text, target: { messageId: quotedMessageId } };
}

const MEDIA: readonly HistoryItem['type'][] = ['image', 'video', 'audio', 'document', 'sticker'];

/** A received file exists unless its download failed; a sent one exists once the message has left the queue. */
function hasFile({ type, mediaError, direction, status, deletedAt }: ListedMessage): boolean {
	if (!MEDIA.includes(type) || mediaError !== undefined || deletedAt !== undefined) return false;
	return direction === 'inbound' || (status !== 'queued' && status !== 'failed');
}
