/*
 * The fields of the Simplified output by event (specification: Events, and additions), beside those that every event has.
 * An event has the fields of its kind only, e.g. `location` on a message with a location.
 */

/** Fields of the content of a message. Most messages have only the first two. */
export const CONTENT = [
	'type',
	'content',
	'reply',
	'location',
	'contacts',
	'poll',
	'order',
	'voice',
	'quotedMessageId',
	'mentions',
	'unsupported',
	'mediaError',
] as const;

const SENDER = ['senderId', 'from', 'contactName'] as const;
const SENT = ['messageId', 'to', 'status', 'metadata'] as const;
const CHANGE = ['messageId', ...SENDER, 'isFromMe'] as const;
const GROUP = ['groupId', 'groupName', 'senderId', 'from', 'isFromMe'] as const;
const WEBHOOK = ['webhookId', 'name', 'host'] as const;
const ALERT = ['alertId', 'kind', 'webhookId', 'message', 'advice', 'url', 'since'] as const;

/** Fields of every event that has them. `chatId` is the chat to answer in. */
export const COMMON = ['event', 'timestamp', 'instanceId', 'chatId'] as const;

export const EVENT_FIELDS: Readonly<Record<string, readonly string[]>> = {
	'message.received': ['messageId', ...SENDER, ...CONTENT, 'messages'],
	'message.sent': [...SENT, 'type', 'content'],
	'message.delivered': [...SENT, 'deliveredAt'],
	'message.read': [...SENT, 'readAt'],
	'message.failed': [...SENT, 'error'],
	'message.echo': ['messageId', 'to', 'source', 'owner', ...CONTENT],
	'message.edited': [...CHANGE, 'content'],
	'message.deleted': CHANGE,
	'message.reaction': [...CHANGE, 'emoji'],
	'message.unavailable': ['messageId', ...SENDER, 'reason'],
	'poll.voted': [...CHANGE, 'options', 'counts'],
	'chat.taken': ['owner', 'until', 'by'],
	'chat.released': ['owner', 'reason'],
	'call.received': ['callId', ...SENDER, 'video', 'rejected'],
	'presence.updated': ['senderId', 'from', 'state', 'lastSeenAt'],
	'contact.updated': [
		'contactId',
		'phone',
		'username',
		'contactName',
		'profilePicUrl',
		'changed',
		'earlierIds',
	],
	'group.updated': [...GROUP, 'changed', 'name', 'description', 'announce', 'restrict'],
	'group.participants': [...GROUP, 'action', 'participants'],
	'instance.connected': ['phone', 'profileName'],
	'instance.disconnected': ['reason', 'message'],
	'instance.qr_updated': ['qrCode', 'expiresAt'],
	'instance.restricted': ['active', 'kind', 'reason', 'until', 'newChatsLeft', 'message'],
	'instance.notice': ['topic', 'message', 'details'],
	'webhook.failing': [...WEBHOOK, 'since', 'failures', 'statusCode', 'error', 'paused'],
	'webhook.recovered': [...WEBHOOK, 'failingSince'],
	'alert.firing': [...ALERT, 'reminder'],
	'alert.resolved': [...ALERT, 'resolvedAt'],
};

/** Fields whose null says something: a reaction that was taken back, a description that was removed. */
export const NULL_MEANS_REMOVED: Readonly<Record<string, string>> = {
	'message.reaction': 'emoji',
	'group.updated': 'description',
};

/** The fields of each message in `messages`: the rest are those of the event. */
export const COLLECTED = ['messageId', 'timestamp', 'senderId', ...CONTENT] as const;

/** All fields of all events, sorted as in the form. */
export const ALL_FIELDS: readonly string[] = [
	...new Set([
		...COMMON,
		...Object.values(EVENT_FIELDS).flat(),
		'albumId',
		'duration',
		'ephemeral',
		'eventId',
		'forwarded',
		'interactive',
		'isGroup',
		'quotedIsFromMe',
		'referral',
		'targetMessageId',
		'test',
	]),
].sort();
