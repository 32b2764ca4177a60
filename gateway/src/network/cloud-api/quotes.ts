import type { IncomingMessage } from '../driver.ts';
import { ID_LIMIT } from './bounded.ts';
import type { Arrival } from './incoming-message.ts';
import type { Line } from './line.ts';

/** The message with the one it replies to, where that is one of ours, or one that is recorded by now. */
export async function withQuote(line: Line, { message, quotes }: Arrival): Promise<IncomingMessage> {
	if (quotes === null || quotes === '' || quotes.length > ID_LIMIT) return message;
	const { chatId } = message;
	const quotedMessageId = line.handedOver.get(quotes) ?? (await line.host.messages.idOf(quotes, { chatId }));
	return quotedMessageId === null ? message : { ...message, quotedMessageId };
}
