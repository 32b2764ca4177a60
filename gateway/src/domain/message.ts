/** Statuses of an outbound message, in the order of its progress (specification, Message status). */
export const MESSAGE_STATUSES = ['queued', 'sent', 'delivered', 'read', 'failed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

export const MESSAGE_DIRECTIONS = ['inbound', 'outbound'] as const;
export type MessageDirection = (typeof MESSAGE_DIRECTIONS)[number];

/** Message types a client can send. */
export const SENT_TYPES = ['text', 'image', 'video', 'audio', 'document'] as const;
export type SentType = (typeof SENT_TYPES)[number];
/** The specification's message types, and `unsupported`: a received message that cannot be shown. */
export const MESSAGE_TYPES = [...SENT_TYPES, 'unsupported'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** Message types that carry a file. */
export const MEDIA_TYPES = ['image', 'video', 'audio', 'document'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** Why a received message cannot be shown. */
export const UNSUPPORTED_REASONS = [
	'view_once',
	'on_phone_only',
	// Its content has not arrived yet; the gateway has requested it.
	'waiting',
	'undecryptable',
	'unknown',
] as const;
export type UnsupportedReason = (typeof UNSUPPORTED_REASONS)[number];

export const MEDIA_ERROR_CODES = ['media_download_failed', 'media_too_large'] as const;

/** Why the file of a received message could not be stored; `message` is a sentence for people. */
export interface MediaError {
	code: (typeof MEDIA_ERROR_CODES)[number];
	message: string;
}

/** Properties that few messages have. */
export interface MessageDetails {
	/** For a message of type `unsupported`. */
	unsupported?: { reason: UnsupportedReason };
	/** For a media message whose file could not be stored. */
	mediaError?: MediaError;
}

/** What the network reports about a message it accepted. */
export type ReceiptStatus = 'sent' | 'delivered' | 'read';

/** Why a message failed; the code of a message.failed event. */
export const FAILURE_CODES = [
	'recipient_not_found',
	'recipient_blocked',
	'media_download_failed',
	'media_too_large',
	'unsupported_media_type',
	'reengagement_window_closed',
	'rate_limited',
	'expired',
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
