/** The part of the gateway's HTTP interface that scenarios use: lists of values, and the fields they read. */

export const MEDIA_TYPES = ['image', 'video', 'audio', 'document', 'sticker'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** Types of messages that the instance can send, and so a phone can receive. */
export const SENT_TYPES = ['text', ...MEDIA_TYPES, 'location', 'contacts', 'poll'] as const;
/** `unsupported`: a message arrived that the gateway cannot show. */
export type MessageType = (typeof SENT_TYPES)[number] | 'order' | 'unsupported';

export const EVENT_KINDS = [
	'message.received',
	'message.sent',
	'message.delivered',
	'message.read',
	'message.failed',
	'instance.connected',
	'instance.disconnected',
	'instance.qr_updated',
	'message.echo',
	'message.edited',
	'message.deleted',
	'message.reaction',
	'message.unavailable',
	'poll.voted',
	'contact.updated',
	'group.updated',
	'group.participants',
	'presence.updated',
	'call.received',
	'chat.taken',
	'chat.released',
	'instance.restricted',
	'instance.notice',
	'webhook.failing',
	'webhook.recovered',
	'alert.firing',
	'alert.resolved',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export const FAULT_KINDS = [
	'refuse',
	'silent',
	'duplicate',
	'delay',
	'disconnect',
	'fail',
	'window',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** The kinds of faults that can take time. */
export const KINDS_WITH_TIME: readonly FaultKind[] = ['delay', 'fail', 'disconnect'];

/** The targets of a fault. */
export const FAULT_TARGETS = ['sends', 'receipts', 'received'] as const;
export type FaultTarget = (typeof FAULT_TARGETS)[number];

/** Why a message fails for good, also for failures that the gateway itself causes: expired and cancelled messages. */
export const REFUSALS = [
	'recipient_not_found',
	'recipient_blocked',
	'media_too_large',
	'unsupported_media_type',
	'reengagement_window_closed',
	'rate_limited',
	'network_error',
	'insufficient_credits',
	'provider_verification_required',
	'template_not_found',
	'template_not_approved',
	'invalid_template_params',
	'expired',
	'cancelled',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** The duration of a move of the gateway's time: days, hours, minutes and seconds; or `next`, the next due work. */
export const ADVANCE = /^(next|(?=\d)(\d{1,4}d)?(\d{1,5}h)?(\d{1,6}m)?(\d{1,8}s)?)$/;

/** A phone number in the form that the gateway accepts: digits in international format, without the plus sign. */
export const PHONE_NUMBER = /^[1-9][0-9]{6,14}$/;

export interface Instance {
	id: string;
	name: string;
	status: string;
}

export interface Group {
	id: string;
	name: string;
}

/** A message as a simulated phone shows it. */
export interface PhoneMessage {
	messageId: string;
	/** Whether this phone wrote it. */
	fromMe: boolean;
	type: MessageType;
	content: string;
	status: 'delivered' | 'read';
	/** When it was last edited; null: never. */
	editedAt: string | null;
	/** Whether it was deleted for everyone. */
	deleted: boolean;
	/** `fromMe`: of this phone. */
	reactions: readonly { emoji: string; fromMe: boolean }[];
	/** The buttons, or the entries of the list, below it. */
	options: readonly { title: string }[];
}

/** A chat as a simulated phone shows it. */
export interface PhoneChat {
	instanceId: string;
	/** JID of the group; null: the chat with the instance itself. */
	groupId: string | null;
	name: string;
	/** Numbers of the others who are typing. */
	typing: readonly string[];
	lastMessage: PhoneMessage | null;
}
