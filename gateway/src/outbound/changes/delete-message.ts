import { GatewayError } from '../../domain/error.ts';
import { cancelMessage, CANCELLED, type CancelDeps } from './cancel-message.ts';
import { assertOwn, assertSent, changeMessage, messageOrThrow, type ChangeDeps } from './change-message.ts';

/** The result: the message was cancelled before it was sent, or it was deleted for everyone. */
export type Deletion = 'cancelled' | 'deleted';

/**
 * Cancels a message that is not sent yet, or deletes a sent one for everyone, unless `onlyUnsent` is set. A message that
 * is cancelled already stays so. Throws message_already_sent where `onlyUnsent` forbids the deletion, message_not_found,
 * message_deleted, not_own_message, message_not_sent, and what cancelMessage() and changeMessage() throw.
 */
export async function deleteMessage(
	deps: CancelDeps & ChangeDeps,
	id: string,
	{ onlyUnsent }: { onlyUnsent: boolean },
): Promise<Deletion> {
	for (;;) {
		const message = await messageOrThrow(deps.read, id);
		assertOwn(message, 'deleted');
		if (message.error_code === CANCELLED.code) return 'cancelled';
		if (message.status === 'queued' || message.status === 'scheduled') {
			// Its status changed after it was read, so it is read again.
			if (await cancelMessage(deps, message)) return 'cancelled';
			continue;
		}
		assertSent(message);
		if (onlyUnsent) throw alreadySent();
		await changeMessage(deps, message, { change: 'deletion' }, (connection, stored) =>
			connection.deleteForEveryone(stored),
		);
		return 'deleted';
	}
}

function alreadySent(): GatewayError {
	return new GatewayError(
		'message_already_sent',
		'The message was sent before it could be cancelled. Leave "onlyUnsent" out to delete it for everyone.',
	);
}
