import { GatewayError } from '../../../domain/error.ts';
import type { MessageId } from '../../../domain/ids.ts';
import { chatIdOf } from '../../../domain/phone.ts';
import { isInChat, type ChatOfInstance } from './phone-history.ts';
import type { Db } from '../../../store/schema.ts';

/** Who writes: a phone, or a person whose phone number the network does not tell. */
export function senderOf(from: string | null, senderId: string | undefined): string {
	if (from !== null && senderId === undefined) return chatIdOf(from);
	if (from === null && senderId !== undefined) return senderId;
	throw new GatewayError(
		'invalid_parameters',
		'Give a phone as "from", or "from" null and a "senderId": …@lid or …@bsuid.',
	);
}

/** The message of a chat that a reply is to. Throws message_not_found. */
export async function quotedIn(
	db: Db,
	chat: ChatOfInstance,
	quotedMessageId: string | undefined,
): Promise<{ quotedMessageId?: MessageId }> {
	if (quotedMessageId === undefined) return {};
	if (await isInChat(db, chat, quotedMessageId)) return { quotedMessageId: quotedMessageId as MessageId };
	throw new GatewayError('message_not_found', 'The chat has no message with this quotedMessageId.');
}
