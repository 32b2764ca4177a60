/** States of an outbound message, in the order in which they are reached (specification, Message status). */
export const MESSAGE_STATUSES = ['queued', 'sent', 'delivered', 'read', 'failed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

export const MESSAGE_DIRECTIONS = ['inbound', 'outbound'] as const;
export type MessageDirection = (typeof MESSAGE_DIRECTIONS)[number];

/** Types a client can send. */
export const SENT_TYPES = ['text', 'image', 'video', 'audio', 'document'] as const;
export type SentType = (typeof SENT_TYPES)[number];
/** The specification's, and `unsupported`: something arrived that cannot be shown. */
export const MESSAGE_TYPES = [...SENT_TYPES, 'unsupported'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** Types of messages that carry a file. */
export const MEDIA_TYPES = ['image', 'video', 'audio', 'document'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** Why a message that arrived cannot be shown. */
export const UNSUPPORTED_REASONS = [
	'view_once',
	'on_phone_only',
	// Its content has not come yet, and was asked for.
	'waiting',
	'undecryptable',
	'unknown',
] as const;
export type UnsupportedReason = (typeof UNSUPPORTED_REASONS)[number];

export const MEDIA_ERROR_CODES = ['media_download_failed', 'media_too_large'] as const;

/** Why the file of a message that arrived could not be had; `message` is a sentence for people. */
export interface MediaError {
	code: (typeof MEDIA_ERROR_CODES)[number];
	message: string;
}

/** What is known of a message that few messages have. */
export interface MessageDetails {
	/** Of type `unsupported`. */
	unsupported?: { reason: UnsupportedReason };
	/** Of media whose file could not be had. */
	mediaError?: MediaError;
}

/** What the network reports about a message it took over. */
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
	// What an operator's official API adds.
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
 * The states a message goes through when the network reports `reported`, oldest first. A network may skip a
 * step (a phone that reads at once) or report late: a skipped step is made up for, an older one changes nothing.
 */
export function pendingTransitions(current: MessageStatus, reported: ReceiptStatus): ReceiptStatus[] {
	if (current === 'failed') return [];
	const from = PROGRESS.indexOf(current);
	const to = PROGRESS.indexOf(reported);
	return PROGRESS.slice(from + 1, to + 1) as ReceiptStatus[];
}

/** Whether a failure may still be recorded: a message that was delivered or has failed stays what it is. */
export function canFail(current: MessageStatus): boolean {
	return current === 'queued' || current === 'sent';
}

/** Longest text of a message, in characters. */
export const MESSAGE_TEXT_LIMIT = 4096;
/** Largest serialised `metadata` of a message, in bytes. */
export const METADATA_LIMIT = 4096;
