import { oneEmojiOf } from '../../domain/emoji.ts';
import { GatewayError } from '../../domain/error.ts';
import type { MessageId } from '../../domain/ids.ts';
import { assertSent, changeMessage, messageOrThrow, type ChangeDeps } from './change-message.ts';

/**
 * Sets the account's reaction to a message of either side; null takes it back. Throws invalid_parameters for a text that
 * is not one emoji, message_not_found, message_deleted, message_not_sent, and what changeMessage() throws.
 */
export async function react(
	deps: ChangeDeps,
	id: string,
	text: string | null,
): Promise<{ messageId: MessageId; emoji: string | null }> {
	const emoji = text === null ? null : emojiOrThrow(text);
	const message = await messageOrThrow(deps.read, id);
	assertSent(message);
	await changeMessage(deps, message, { change: 'reaction', emoji }, (connection, stored) =>
		connection.react(stored, emoji),
	);
	return { messageId: message.id, emoji };
}

function emojiOrThrow(text: string): string {
	const emoji = oneEmojiOf(text);
	if (emoji !== null) return emoji;
	throw new GatewayError('invalid_parameters', '"emoji" must be exactly one emoji, such as 👍.');
}
