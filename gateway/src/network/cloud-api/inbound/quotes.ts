import type { IncomingMessage } from '../../driver.ts';
import { ID_LIMIT } from './bounded-details.ts';
import type { InboundMessage } from './incoming-message.ts';
import type { Session } from '../session/session.ts';

/** The message with the one it replies to, where that is one of ours, or one that is recorded by now. */
export async function withQuote(
	line: Session,
	{ message, quotes }: InboundMessage,
): Promise<IncomingMessage> {
	if (quotes === null || quotes === '' || quotes.length > ID_LIMIT) return message;
	const { chatId } = message;
	const quotedMessageId =
		line.unrecordedIds.get(quotes) ?? (await line.host.messages.idOf(quotes, { chatId }));
	return quotedMessageId === null ? message : { ...message, quotedMessageId };
}
