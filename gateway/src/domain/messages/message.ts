/** Statuses of an outbound message, in the order of its progress (specification, Message status). */
export const MESSAGE_STATUSES = ['queued', 'sent', 'delivered', 'read', 'failed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** The stored status: `scheduled` is a message to send later (sendAt), which clients see as `queued`. */
export type StoredMessageStatus = MessageStatus | 'scheduled';

/** The status that clients see. */
export function visibleStatus(status: StoredMessageStatus): MessageStatus {
	return status === 'scheduled' ? 'queued' : status;
}

export const MESSAGE_DIRECTIONS = ['inbound', 'outbound'] as const;
export type MessageDirection = (typeof MESSAGE_DIRECTIONS)[number];

/** The message types of the specification. */
const SPECIFIED_TYPES = ['text', 'image', 'video', 'audio', 'document'] as const;
/** Message types a client can send. */
export const SENT_TYPES = [...SPECIFIED_TYPES, 'sticker', 'location', 'contacts', 'poll'] as const;
export type SentType = (typeof SENT_TYPES)[number];
/** All message types. `unsupported`: a received message that cannot be shown. */
export const MESSAGE_TYPES = [...SENT_TYPES, 'order', 'unsupported'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** Message types that carry a file. */
export const MEDIA_TYPES = ['image', 'video', 'audio', 'document', 'sticker'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** Whether messages of a type have a file. */
export function isMediaType(type: MessageType): type is MediaType {
	return (MEDIA_TYPES as readonly MessageType[]).includes(type);
}

/** The states that the network reports of a message it accepted. */
export type ReceiptStatus = 'sent' | 'delivered' | 'read';

/** The reason why a message failed: the code of a message.failed event. */
export const FAILURE_CODES = [
	'recipient_not_found',
	'recipient_blocked',
	'media_download_failed',
	'media_too_large',
	'unsupported_media_type',
	'reengagement_window_closed',
	'rate_limited',
	'expired',
	// A client cancelled the message before it was sent.
	'cancelled',
	'network_error',
	// Additions of Meta's official API.
	'insufficient_credits',
	'provider_verification_required',
	'template_not_found',
	'template_not_approved',
	'invalid_template_params',
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

export interface MessageFailure {
	code: FailureCode;
	message: string;
}

const PROGRESS: readonly MessageStatus[] = ['queued', 'sent', 'delivered', 'read'];

/**
 * Returns the statuses a message still has to reach when the network reports `reported`, oldest first. A network may
 * skip a status (a phone that reads at once) or report late: a skipped status is included, an older one yields none.
 */
export function pendingTransitions(current: MessageStatus, reported: ReceiptStatus): ReceiptStatus[] {
	if (current === 'failed') return [];
	const from = PROGRESS.indexOf(current);
	const to = PROGRESS.indexOf(reported);
	return PROGRESS.slice(from + 1, to + 1) as ReceiptStatus[];
}

/** Whether a message can still fail: a message that was delivered, or has failed, keeps its status. */
export function canFail(current: MessageStatus): boolean {
	return current === 'queued' || current === 'sent';
}

/** Longest text of a message, in characters. */
export const MESSAGE_TEXT_LIMIT = 4096;
/** Largest serialised `metadata` of a message, in bytes. */
export const METADATA_LIMIT = 4096;
