import type { OutgoingMessage } from '../../driver.ts';

/** Chats whose sight is kept, and messages of each; what was seen before is forgotten. */
const CHATS = 100;
const MESSAGES = 10;

/** A message of the instance, as the phone at the other end has it. */
export type SeenMessage = Pick<OutgoingMessage, 'id' | 'type' | 'content' | 'quotedMessageId'> & {
	filename: string | null;
	caption: string | null;
};

/** What the phone at the other end of a chat has seen of the instance. */
export interface PeerView {
	/** When what it wrote was last marked as read, and typing last shown, in epoch milliseconds; null: never. */
	readAt: number | null;
	typingAt: number | null;
	/** The latest messages, oldest first. */
	messages: readonly SeenMessage[];
}

/** What other phones have seen of an instance since it was connected. */
export interface PeerViews {
	sawRead(chatId: string, at: number): void;
	sawTyping(chatId: string, at: number): void;
	sawMessage(message: OutgoingMessage): void;
	of(chatId: string): PeerView;
}

const NOTHING: PeerView = { readAt: null, typingAt: null, messages: [] };

export function createPeerViews(): PeerViews {
	const sights = new Map<string, PeerView>();

	function see(chatId: string, more: Partial<PeerView>): void {
		const sight = { ...(sights.get(chatId) ?? NOTHING), ...more };
		// The chat of which something was seen last is the last to be forgotten.
		sights.delete(chatId);
		sights.set(chatId, sight);
		const [oldest] = sights.keys();
		if (sights.size > CHATS && oldest !== undefined) sights.delete(oldest);
	}

	const of = (chatId: string): PeerView => sights.get(chatId) ?? NOTHING;

	return {
		sawRead(chatId, at) {
			see(chatId, { readAt: at });
		},
		sawTyping(chatId, at) {
			see(chatId, { typingAt: at });
		},
		sawMessage({ id, chatId, type, content, quotedMessageId, media }) {
			const { filename = null, caption = null } = media ?? {};
			const seen = { id, type, content, quotedMessageId, filename, caption };
			see(chatId, { messages: [...of(chatId).messages, seen].slice(-MESSAGES) });
		},
		of,
	};
}
