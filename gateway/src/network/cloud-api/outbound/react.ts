import type { StoredMessage } from '../../network-message.ts';
import { PermanentSendError } from '../../permanent-send-error.ts';
import { permanentCause } from '../graph/error-class.ts';
import { phoneNumberPath } from '../session/account.ts';
import type { Session } from '../session/session.ts';
import { reactionBody } from './message-body.ts';
import { messageFailure } from './message-failure.ts';
import { assertSupportedRecipient } from './supported-recipient.ts';

/**
 * Sets the account's reaction to a message; null takes it back. Repeating the request changes nothing. Throws
 * PermanentSendError if Meta will never accept it, such as for a message that is too old.
 */
export async function react(
	session: Session,
	{ chatId, networkId }: Pick<StoredMessage, 'chatId' | 'networkId'>,
	emoji: string | null,
): Promise<void> {
	assertSupportedRecipient(chatId);
	if (networkId === null) {
		throw new PermanentSendError({
			code: 'network_error',
			message: 'The message was never sent to WhatsApp, so there is nothing to react to.',
		});
	}
	const path = phoneNumberPath(session.account, 'messages');
	const body = reactionBody(chatId, networkId, emoji ?? '');
	try {
		await session.requestForClient('set the reaction', { path, body });
	} catch (error) {
		const cause = permanentCause(error);
		throw new PermanentSendError(messageFailure(cause.code, cause.message));
	}
}
