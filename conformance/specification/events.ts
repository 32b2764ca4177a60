/** The `data` fields of each event kind (specification, Events). Events of outbound messages may also have `metadata`. */
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

/** Additional `data` fields. */
export const ADDED_EVENT_FIELDS: Readonly<Record<string, string>> = { 'message.received': 'senderId' };
export const EVENT_KINDS: readonly string[] = Object.keys(EVENT_FIELDS);

/** Requests per minute of each rate class (specification, Limits). */
export const RATE_LIMITS: Readonly<Record<string, number>> = { messages: 100, instances: 50, webhooks: 100 };
export const GENERAL_RATE_LIMIT = 500;

/** All scopes of a key (specification, Authentication). */
export const SCOPES: readonly string[] = [
	'messages:read',
	'messages:write',
	'instances:read',
	'instances:write',
	'webhooks:read',
	'webhooks:write',
	'billing:read',
	'metrics:read',
];
