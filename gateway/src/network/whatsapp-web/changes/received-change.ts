import type { proto } from 'baileys';
import { EMOJI_LIMIT } from '../../../domain/messages/message-details.ts';
import { textOrNull } from '../content/sanitize-text.ts';
import { unwrapped } from '../content/wrapped-content.ts';

/** The values of `proto.Message.ProtocolMessage.Type`: Baileys is loaded later. */
const REVOKE: proto.Message.ProtocolMessage.Type = 0;
const MESSAGE_EDIT: proto.Message.ProtocolMessage.Type = 14;

/**
 * A change of another message as it came from WhatsApp. `key`: the changed message, from its sender's point of view.
 * `madeAt`: when it was made, in epoch milliseconds of the sender's clock, as the sender claims; absent: unknown.
 */
export type ReceivedChange = { key: proto.IMessageKey; madeAt?: number } & (
	| { change: 'reaction'; emoji: string | null }
	| { change: 'edit'; content: proto.IMessage }
	| { change: 'deletion' }
	| { change: 'vote'; vote: proto.Message.IPollEncValue }
);

/** The change in a message; null: it is another kind of message. */
export function changeIn(message: proto.IMessage | null | undefined): ReceivedChange | null {
	if (!message) return null;
	const { reactionMessage, protocolMessage, pollUpdateMessage } = unwrapped(message).content;
	if (reactionMessage?.key) {
		const emoji = textOrNull(reactionMessage.text, EMOJI_LIMIT);
		const { key, senderTimestampMs } = reactionMessage;
		return { key, ...madeAt(senderTimestampMs), change: 'reaction', emoji };
	}
	if (pollUpdateMessage?.pollCreationMessageKey && pollUpdateMessage.vote) {
		const { pollCreationMessageKey: key, vote, senderTimestampMs } = pollUpdateMessage;
		return { key, ...madeAt(senderTimestampMs), change: 'vote', vote };
	}
	if (!protocolMessage?.key) return null;
	const { key, type, editedMessage, timestampMs } = protocolMessage;
	// Decoding leaves the first value of an enumeration out where the sender does.
	if ((type ?? REVOKE) === REVOKE) return { key, change: 'deletion' };
	return type === MESSAGE_EDIT && editedMessage
		? { key, ...madeAt(timestampMs), change: 'edit', content: editedMessage }
		: null;
}

function madeAt(milliseconds: unknown): { madeAt?: number } {
	const at = Number(milliseconds ?? 0);
	return at > 0 ? { madeAt: at } : {};
}
