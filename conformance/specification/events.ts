/** The `data` of each event kind (specification, Events); `metadata` may be added to those of outbound messages. */
export const EVENT_FIELDS: Readonly<Record<string, string>> = {
	'message.received': 'messageId instanceId chatId from type content timestamp contactName isGroup',
	'message.sent': 'messageId instanceId chatId to type content status',
	'message.delivered': 'messageId instanceId chatId to status deliveredAt',
	'message.read': 'messageId instanceId chatId to status readAt',
	'message.failed': 'messageId instanceId chatId to status error',
	'instance.connected': 'instanceId phone profileName',
	'instance.disconnected': 'instanceId reason',
	'instance.qr_updated': 'instanceId qrCode expiresAt',
};

/** What is added to that. */
export const ADDED_EVENT_FIELDS: Readonly<Record<string, string>> = { 'message.received': 'senderId' };
export const EVENT_KINDS: readonly string[] = Object.keys(EVENT_FIELDS);

/** Rate classes by the beginning of a path, with their requests per minute (specification, Limits). */
export const RATE_LIMITS: Readonly<Record<string, number>> = { messages: 100, instances: 50, webhooks: 100 };
export const GENERAL_RATE_LIMIT = 500;

/** Every scope a key can carry (specification, Authentication). */
export const SCOPES: readonly string[] = [
	'messages:read',
	'messages:write',
	'instances:read',
	'instances:write',
	'webhooks:read',
	'webhooks:write',
	'billing:read',
];
