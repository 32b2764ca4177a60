import type { InstanceId, MessageId } from '../../domain/ids.ts';
import { chatIdOf, recipientOf } from '../../domain/phone.ts';
import { serialiseDetails } from '../../store/messages/message-details.ts';
import type { QueuedMessage } from '../../store/messages/messages.ts';
import type { MessageToSend } from './message-to-send.ts';

/** The row of an accepted message; `at` is when it was accepted (epoch milliseconds). */
export function queuedMessage(
	id: MessageId,
	instanceId: InstanceId,
	message: MessageToSend,
	at: number,
): QueuedMessage {
	return {
		id,
		instance_id: instanceId,
		chat_id: chatIdOf(message.to),
		type: message.type,
		content: message.content,
		details: serialiseDetails(message.details),
		recipient: recipientOf(message.to),
		quoted_message_id: message.quotedMessageId,
		metadata: message.metadata === null ? null : JSON.stringify(message.metadata),
		created_at: at,
		media_url: message.media?.mediaUrl ?? null,
		media_file: message.media?.stored?.file ?? null,
		mime_type: message.media?.stored?.mimeType ?? null,
		filename: message.media?.filename ?? null,
		caption: message.media?.caption ?? null,
		template: message.template === null ? null : JSON.stringify(message.template),
		send_at: message.sendAt,
		forced: message.force || message.isFromPerson ? 1 : 0,
	};
}
