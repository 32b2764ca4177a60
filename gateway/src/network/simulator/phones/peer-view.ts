import type { OutgoingMessage } from '../../driver.ts';

/** Most chats with a view, and most messages in each; the oldest are dropped. */
const MAX_CHATS = 100;
const MAX_MESSAGES = 10;

/** A message of the instance, as the phone at the other end shows it. */
export type PeerMessage = Pick<OutgoingMessage, 'id' | 'type' | 'content' | 'quotedMessageId'> & {
	filename: string | null;
	caption: string | null;
};

/** What the phone at the other end of a chat shows of the instance. */
export interface PeerView {
	/** When the instance last marked the chat as read, in epoch milliseconds; null: never. */
	readAt: number | null;
	/** When the instance last showed typing, in epoch milliseconds; null: never. */
	typingAt: number | null;
	/** The latest messages, oldest first. */
	messages: readonly PeerMessage[];
}

/** What other phones show of an instance since it was connected, by chat. */
export interface PeerViews {
	recordRead(chatId: string, at: number): void;
	recordTyping(chatId: string, at: number): void;
	recordMessage(message: OutgoingMessage): void;
	of(chatId: string): PeerView;
}

const EMPTY: PeerView = { readAt: null, typingAt: null, messages: [] };

export function createPeerViews(): PeerViews {
	const views = new Map<string, PeerView>();

	function update(chatId: string, changes: Partial<PeerView>): void {
		const view = { ...(views.get(chatId) ?? EMPTY), ...changes };
		// Set anew, so that the map's first chat is the one that was not updated for longest.
		views.delete(chatId);
		views.set(chatId, view);
		const [oldest] = views.keys();
		if (views.size > MAX_CHATS && oldest !== undefined) views.delete(oldest);
	}

	const of = (chatId: string): PeerView => views.get(chatId) ?? EMPTY;

	return {
		recordRead(chatId, at) {
			update(chatId, { readAt: at });
		},
		recordTyping(chatId, at) {
			update(chatId, { typingAt: at });
		},
		recordMessage({ id, chatId, type, content, quotedMessageId, media }) {
			const { filename = null, caption = null } = media ?? {};
			const message = { id, type, content, quotedMessageId, filename, caption };
			update(chatId, { messages: [...of(chatId).messages, message].slice(-MAX_MESSAGES) });
		},
		of,
	};
}
