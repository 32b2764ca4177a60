import { GatewayError } from '../../domain/error.ts';
import type { MessageId } from '../../domain/ids.ts';
import { detailsOf } from '../../store/messages/message-details.ts';
import type { MessageRow } from '../../store/schema.ts';
import { assertOwn, assertSent, changeMessage, messageOrThrow, type ChangeDeps } from './change-message.ts';

/**
 * Replaces the text of a message that the instance sent. Returns when (epoch milliseconds). Throws message_not_found,
 * message_deleted, not_own_message, message_not_sent, invalid_parameters for a message that is no plain text, and what
 * changeMessage() throws.
 */
export async function editMessage(
	deps: ChangeDeps,
	id: string,
	content: string,
): Promise<{ messageId: MessageId; at: number }> {
	const message = await messageOrThrow(deps.read, id);
	assertOwn(message, 'edited');
	assertSent(message);
	assertPlainText(message);
	const { at } = await changeMessage(deps, message, { change: 'edit', content }, (connection, stored) =>
		connection.edit(stored, content),
	);
	return { messageId: message.id, at };
}

function assertPlainText(message: MessageRow): void {
	const { type, template } = message;
	if (type === 'text' && template === null && detailsOf(message).interactive === undefined) return;
	throw new GatewayError(
		'invalid_parameters',
		'Only a text can be edited. Delete this message and send a new one instead.',
	);
}
