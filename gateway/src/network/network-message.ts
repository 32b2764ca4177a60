import type { MessageId } from '../domain/ids.ts';
import type { MessageDirection, MessageStatus, MessageType } from '../domain/messages/message.ts';
import type { SentDetails } from '../domain/messages/message-details.ts';
import type { MessageTemplate } from '../domain/messages/template.ts';

/** A message to send. Its id is sent with it, so that a network can detect a repetition. */
export interface OutgoingMessage extends SentDetails {
	id: MessageId;
	chatId: string;
	/** A phone number, or the id of a chat: a group JID, or a person without a phone number (`…@lid`, `…@bsuid`). */
	to: string;
	type: MessageType;
	/** The text; for media the caption, or a description; for the other kinds a description. */
	content: string;
	quotedMessageId: string | null;
	/** The file of a media message. */
	media: MediaFile | null;
	/** The template of a template message, whose `content` is the rendered text. */
	template: MessageTemplate | null;
}

/** The file of a message, on this machine. */
export interface MediaFile {
	path: string;
	mimeType: string;
	filename: string | null;
	caption: string | null;
}

/**
 * The network's own ids of the chat and the sender of a message. Receipts and quotes refer to a message by these and
 * its network id, because a network id is unique only for one sender in one chat.
 */
export interface NetworkSource {
	chat: string;
	sender: string;
}

/** A message of an instance in the store. */
export interface StoredMessage extends OutgoingMessage {
	/** When the gateway queued it, or the network received it, in epoch milliseconds. */
	at: number;
	/** The network's id of the message; null: not sent yet. */
	networkId: string | null;
	direction: MessageDirection;
	/** The phone number of the sender of an inbound message, if known. */
	from: string | null;
	/** Only of an inbound message. */
	source: NetworkSource | null;
	/** Whether it was deleted for everyone: its content is that of no message. */
	isDeleted: boolean;
}

/** A sent message that has no final status yet. */
export interface AwaitedMessage extends OutgoingMessage {
	status: MessageStatus;
}
