import type { MessageId } from '../../../domain/ids.ts';
import { dropOldest } from '../../../lib/bounded/drop-oldest.ts';
import type { OutgoingMessage } from '../../network-message.ts';

/** Most chats with a view, and most messages in each; the oldest are dropped. */
const MAX_CHATS = 100;
const MAX_MESSAGES = 10;

/** A message of the instance, as the phone at the other end shows it. */
export interface PeerMessage extends OutgoingMessage {
	filename: string | null;
	caption: string | null;
	isEdited: boolean;
	isDeleted: boolean;
}

/** The instance's reaction to a message of either side. */
export interface PeerReaction {
	messageId: MessageId;
	emoji: string;
}

/** The content of a chat with the instance on the phone at its other end. */
export interface PeerView {
	/** When the instance last marked the chat as read, in epoch milliseconds; null: never. */
	readAt: number | null;
	/** When the instance last showed typing, in epoch milliseconds; null: never. */
	typingAt: number | null;
	/** The latest messages, oldest first. */
	messages: readonly PeerMessage[];
	/** The latest reactions, oldest first. */
	reactions: readonly PeerReaction[];
}

/** The views of other phones on an instance since it was connected, by chat. */
export interface PeerViews {
	recordRead(chatId: string, at: number): void;
	recordTyping(chatId: string, at: number): void;
	recordMessage(message: OutgoingMessage): void;
	/** Null: the instance took its reaction back. */
	recordReaction(chatId: string, messageId: MessageId, emoji: string | null): void;
	/** The instance edited a message, or deleted it. */
	recordChange(
		chatId: string,
		messageId: MessageId,
		changes: { content: string; isEdited: true } | { content: ''; isDeleted: true },
	): void;
	of(chatId: string): PeerView;
}

const EMPTY: PeerView = { readAt: null, typingAt: null, messages: [], reactions: [] };

export function createPeerViews(): PeerViews {
	const views = new Map<string, PeerView>();

	function update(chatId: string, changes: Partial<PeerView>): void {
		const view = { ...(views.get(chatId) ?? EMPTY), ...changes };
		// Set anew, so that the map's first chat is the one that was not updated for longest.
		views.delete(chatId);
		views.set(chatId, view);
		dropOldest(views, MAX_CHATS);
	}

	const of = (chatId: string): PeerView => views.get(chatId) ?? EMPTY;

	return {
		recordRead(chatId, at) {
			update(chatId, { readAt: at });
		},
		recordTyping(chatId, at) {
			update(chatId, { typingAt: at });
		},
		recordMessage(message) {
			const { filename = null, caption = null } = message.media ?? {};
			const shown = { ...message, filename, caption, isEdited: false, isDeleted: false };
			const { messages } = of(message.chatId);
			update(message.chatId, { messages: [...messages, shown].slice(-MAX_MESSAGES) });
		},
		recordReaction(chatId, messageId, emoji) {
			const others = of(chatId).reactions.filter((reaction) => reaction.messageId !== messageId);
			const own = emoji === null ? [] : [{ messageId, emoji }];
			update(chatId, { reactions: [...others, ...own].slice(-MAX_MESSAGES) });
		},
		recordChange(chatId, messageId, changes) {
			const messages = of(chatId).messages.map((message) =>
				message.id === messageId ? { ...message, ...changes } : message,
			);
			update(chatId, { messages });
		},
		of,
	};
}
