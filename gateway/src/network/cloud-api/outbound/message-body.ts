import { phoneOfChat } from '../../../domain/phone.ts';
import type { OutgoingMessage } from '../../network-message.ts';
import { bsuidOf } from '../bsuid.ts';
import { messageContent, type Prepared } from './message-content.ts';

/** Creates the body of a POST to /messages. Throws PermanentSendError for a kind that Meta does not support. */
export function messageBody(message: OutgoingMessage, prepared: Prepared): object {
	return {
		...envelopeTo(message.to),
		// Meta includes this in every status of the message.
		biz_opaque_callback_data: message.id,
		...(prepared.replyTo === null ? {} : { context: { message_id: prepared.replyTo } }),
		...messageContent(message, prepared),
	};
}

/** Creates the body of a reaction to a message of a chat. An empty emoji takes the reaction back. */
export function reactionBody(chatId: string, networkId: string, emoji: string): object {
	return {
		...envelopeTo(chatId),
		type: 'reaction',
		reaction: { message_id: networkId, emoji },
	};
}

/**
 * A phone number belongs in `to`, a business-scoped user id (BSUID) in `recipient` without `to`, which would take
 * precedence (Meta's page on business-scoped user ids).
 */
function envelopeTo(to: string): object {
	const bsuid = bsuidOf(to);
	return {
		messaging_product: 'whatsapp',
		recipient_type: 'individual',
		...(bsuid === null ? { to: phoneOfChat(to) ?? to } : { recipient: bsuid }),
	};
}
