import type { NewId } from '../../domain/ids.ts';
import { mediaFileAt } from '../../media/storage/media-storage.ts';
import type { EchoedMessage, IncomingMessage } from '../../network/network-event.ts';
import type { MediaFile } from '../../network/network-message.ts';
import { serialiseDetails } from '../../store/messages/message-details.ts';
import type { ReceivedMessageRow } from '../../store/messages/received-messages.ts';
import type { InstanceRow } from '../../store/schema.ts';

/** Milliseconds for which a message waits for its content before an event reports that it is missing. */
const WAITING_LIMIT = 120_000;

/** The row of a received message. Where the instance reads automatically (settings.autoRead), the message is read. */
export function receivedRow(
	newId: NewId,
	instance: InstanceRow,
	incoming: IncomingMessage,
	at: number,
): ReceivedMessageRow {
	const read = instance.auto_read === 1;
	return {
		id: newId('msg'),
		instance_id: instance.id,
		chat_id: incoming.chatId,
		sender: incoming.from,
		sender_id: incoming.senderId,
		provider_message_id: incoming.networkId,
		provider_chat_id: incoming.source.chat,
		provider_sender_id: incoming.source.sender,
		created_at: incoming.at,
		status: read ? 'read' : 'delivered',
		read_at: read ? at : null,
		...contentColumns(incoming),
		report_at: incoming.unsupported?.reason === 'waiting' ? at + WAITING_LIMIT : null,
	};
}

/** The columns of a message's content. Its file is in the media folder already; see media/store-incoming-media.ts. */
export function contentColumns(incoming: IncomingMessage | EchoedMessage) {
	return {
		type: incoming.type,
		content: incoming.content,
		quoted_message_id: incoming.quotedMessageId ?? null,
		details: serialiseDetails(incoming),
		...mediaColumns(incoming.media),
	};
}

function mediaColumns(media: MediaFile | null) {
	return {
		media_file: media === null ? null : mediaFileAt(media.path),
		mime_type: media?.mimeType ?? null,
		filename: media?.filename ?? null,
		caption: media?.caption ?? null,
	};
}
