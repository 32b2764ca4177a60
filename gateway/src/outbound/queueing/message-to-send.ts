import type { SentType } from '../../domain/messages/message.ts';
import type { SentDetails } from '../../domain/messages/message-details.ts';
import type { MessageTemplate } from '../../domain/messages/template.ts';
import type { FingerprintedRequest } from '../../store/idempotency/idempotent-request.ts';

/** The file of a media message. The sender fetches it when the message is sent. */
export interface MediaToSend {
	/** An https URL, or the mediaUrl of an upload; null: the file is stored already. */
	mediaUrl: string | null;
	/** A file of the instance in the media folder, of a forwarded message. */
	stored?: { file: string; mimeType: string };
	filename: string | null;
	caption: string | null;
}

/** A message that a client asked to send; its fields are checked. */
export interface MessageToSend {
	instanceId: string;
	/** A phone number, or the id of a chat. */
	to: string;
	type: SentType;
	/** The text, or the text that stands for a file or for the details of another kind. */
	content: string;
	/** The content of the message beside its text and its file. */
	details: SentDetails;
	quotedMessageId: string | null;
	metadata: Record<string, unknown> | null;
	/** Null for a message without a file. */
	media: MediaToSend | null;
	/** The template that `content` was made of; null for any other message. */
	template: MessageTemplate | null;
	/** When to send it, in epoch milliseconds; null: at once. */
	sendAt: number | null;
	/** Whether it is sent although a person owns the chat. */
	force: boolean;
	/** Whether a person wrote it on the page, and thereby takes the chat. */
	isFromPerson: boolean;
}

/** A message, its client's idempotency key, and the time of the request. */
export interface SendRequest {
	message: MessageToSend;
	/** Null for a request without an Idempotency-Key. */
	idempotencyKey: FingerprintedRequest | null;
	/** Epoch milliseconds. */
	at: number;
}
