import type { IncomingMessage } from '../../driver.ts';
import { ID_LIMIT } from './bounded-details.ts';
import type { InboundMessage } from './incoming-message.ts';
import type { Session } from '../session/session.ts';

/** Adds the id of the message that this one replies to, if that message was sent by the gateway or is recorded. */
export async function withQuote(
	session: Session,
	{ message, quotedNetworkId }: InboundMessage,
): Promise<IncomingMessage> {
	if (quotedNetworkId === null || quotedNetworkId === '' || quotedNetworkId.length > ID_LIMIT) return message;
	const { chatId } = message;
	const quotedMessageId =
		session.unrecordedIds.get(quotedNetworkId) ??
		(await session.context.messages.findId(quotedNetworkId, { chatId }));
	return quotedMessageId === null ? message : { ...message, quotedMessageId };
}
