import type { proto } from 'baileys';
import { EMOJI_LIMIT } from '../../../domain/messages/message-details.ts';
import { textOrNull } from '../content/sanitize-text.ts';
import { unwrapped } from '../content/wrapped-content.ts';

/** The values of `proto.Message.ProtocolMessage.Type`: Baileys is loaded later. */
const REVOKE: proto.Message.ProtocolMessage.Type = 0;
const MESSAGE_EDIT: proto.Message.ProtocolMessage.Type = 14;

/** A change of another message as it came from WhatsApp. `key`: the changed message, from its sender's point of view. */
export type ReceivedChange = { key: proto.IMessageKey } & (
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
		return { key: reactionMessage.key, change: 'reaction', emoji };
	}
	if (pollUpdateMessage?.pollCreationMessageKey && pollUpdateMessage.vote) {
		const { pollCreationMessageKey: key, vote } = pollUpdateMessage;
		return { key, change: 'vote', vote };
	}
	if (!protocolMessage?.key) return null;
	const { key, type, editedMessage } = protocolMessage;
	// Decoding leaves the first value of an enumeration out where the sender does.
	if ((type ?? REVOKE) === REVOKE) return { key, change: 'deletion' };
	return type === MESSAGE_EDIT && editedMessage ? { key, change: 'edit', content: editedMessage } : null;
}
