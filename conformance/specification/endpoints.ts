/** A row of the specification's endpoint tables, with the scope and the status that the project decided on. */
export interface SpecifiedEndpoint {
	/** Method and path in the notation of the specification. */
	name: string;
	scope: string;
	success: 200 | 201 | 202;
	/** Fields of the request, in the body or in the query; `!` marks a required one. */
	request?: { body?: string; query?: string };
	/** Fields of the response; `[]`: the items of a list. */
	response: string;
}

const INSTANCE =
	'success data.id data.name data.status data.phone data.profileName data.profilePicUrl data.webhookUrl data.settings.autoRead data.settings.autoTyping data.createdAt data.lastSeenAt';
const STATUS =
	'data.qrCode data.qrCodeExpiresAt data.connectedAt data.stats.messagesSent data.stats.messagesReceived data.stats.activeChats data.stats.unreadMessages data.health.uptime data.health.latency data.health.messageDeliveryRate';
const WEBHOOK_ITEM = 'id name url instanceId events status lastDeliveryAt lastDeliveryStatus';
const WEBHOOK = `success ${under('data', `${WEBHOOK_ITEM} secret createdAt`)}`;
const PAGINATION = 'pagination.total pagination.limit pagination.offset';

export const SPECIFIED_ENDPOINTS: readonly SpecifiedEndpoint[] = [
	{
		name: 'GET /v1/health',
		scope: 'any key',
		success: 200,
		response: 'status authenticated plan rateLimits.messages.limit rateLimits.messages.remaining',
	},
	{
		name: 'POST /v1/instances',
		scope: 'instances:write',
		success: 201,
		request: { body: 'name! webhookUrl webhookEvents settings settings.autoRead settings.autoTyping' },
		response: `${INSTANCE} data.webhookEvents`,
	},
	{
		name: 'GET /v1/instances',
		scope: 'instances:read',
		success: 200,
		request: { query: 'status limit offset' },
		response: `success ${INSTANCE.replaceAll('data.', 'data[].').replace('success ', '')} ${PAGINATION} pagination.hasMore`,
	},
	{
		name: 'GET /v1/instances/{instanceId}',
		scope: 'instances:read',
		success: 200,
		response: `${INSTANCE} data.webhookEvents`,
	},
	{
		name: 'PATCH /v1/instances/{instanceId}',
		scope: 'instances:write',
		success: 200,
		request: { body: 'name webhookUrl webhookEvents settings settings.autoRead settings.autoTyping' },
		response: 'success data.id data.name data.webhookUrl data.settings.autoRead data.settings.autoTyping',
	},
	{
		name: 'GET /v1/instances/{instanceId}/status',
		scope: 'instances:read',
		success: 200,
		response: `${INSTANCE} data.webhookEvents ${STATUS}`,
	},
	{
		name: 'POST /v1/instances/{instanceId}/connect',
		scope: 'instances:write',
		success: 200,
		request: { body: 'method! businessId phoneNumberId accessToken' },
		response: 'success status qrCode qrCodeExpiresAt',
	},
	{
		name: 'GET /v1/instances/{instanceId}/qrcode',
		scope: 'instances:read',
		success: 200,
		response: 'success data.qrCode data.expiresAt data.status',
	},
	{
		name: 'POST /v1/messages/send',
		scope: 'messages:write',
		success: 202,
		request: {
			body: 'instanceId! to! message mediaUrl mediaType filename caption quotedMessageId metadata',
		},
		response: 'success messageId status timestamp',
	},
	{
		name: 'POST /v1/messages/template',
		scope: 'messages:write',
		success: 202,
		request: {
			body: 'instanceId! to! template! template.name! template.language! template.components template.components[].type! template.components[].parameters! template.components[].sub_type template.components[].index',
		},
		response: 'success messageId status',
	},
	{
		name: 'GET /v1/messages',
		scope: 'messages:read',
		success: 200,
		request: { query: 'instanceId! chatId phone limit before after' },
		response: `success ${under('data[]', 'messageId direction type content from to timestamp status')} pagination.hasMore pagination.nextCursor`,
	},
	{
		name: 'GET /v1/messages/chats',
		scope: 'messages:read',
		success: 200,
		request: { query: 'instanceId! limit offset search unreadOnly sortBy sortOrder' },
		response: `success ${under('data[]', 'chatId phone contactName profilePicUrl lastMessage.messageId lastMessage.content lastMessage.timestamp lastMessage.isFromMe lastMessage.type unreadCount isGroup createdAt')} ${PAGINATION} pagination.hasMore`,
	},
	{
		name: 'GET /v1/messages/{messageId}/status',
		scope: 'messages:read',
		success: 200,
		response: `success ${under('data', 'messageId status to sentAt deliveredAt readAt error')} data.error.code data.error.message`,
	},
	{
		name: 'POST /v1/contacts/check',
		scope: 'messages:read',
		success: 200,
		request: { body: 'instanceId! phones!' },
		response: 'success data[].phone data[].exists data[].jid',
	},
	{
		name: 'GET /v1/contacts',
		scope: 'messages:read',
		success: 200,
		request: { query: 'instanceId! limit offset search' },
		response: `success ${under('data[]', 'phone name profilePicUrl about isBlocked')} ${PAGINATION}`,
	},
	{
		name: 'GET /v1/contacts/{phone}/profile',
		scope: 'messages:read',
		success: 200,
		request: { query: 'instanceId!' },
		response: `success ${under('data', 'phone name about profilePicUrl isBusiness')}`,
	},
	{
		name: 'GET /v1/groups',
		scope: 'messages:read',
		success: 200,
		request: { query: 'instanceId!' },
		response: `success ${under('data[]', 'id name description pictureUrl participantsCount isAdmin createdAt')}`,
	},
	{
		name: 'POST /v1/groups',
		scope: 'messages:write',
		success: 201,
		request: { body: 'instanceId! name! participants! description' },
		response: `success ${under('data', 'id name participantsCount isAdmin')}`,
	},
	{
		name: 'GET /v1/groups/{groupId}',
		scope: 'messages:read',
		success: 200,
		request: { query: 'instanceId!' },
		response: `success ${under('data', 'id name description pictureUrl owner createdAt participants[].phone participants[].isAdmin participants[].isSuperAdmin admins settings.announce settings.restrict')}`,
	},
	{
		name: 'POST /v1/groups/{groupId}/participants',
		scope: 'messages:write',
		success: 200,
		request: { body: 'instanceId! action! participants!' },
		response: `success data.action ${under('data.results[]', 'phone status error')}`,
	},
	{
		name: 'POST /v1/webhooks',
		scope: 'webhooks:write',
		success: 201,
		request: { body: 'url! events secret name instanceId' },
		response: WEBHOOK,
	},
	{
		name: 'GET /v1/webhooks',
		scope: 'webhooks:read',
		success: 200,
		request: { query: 'instanceId status' },
		response: `success ${under('data[]', WEBHOOK_ITEM)}`,
	},
	{ name: 'GET /v1/webhooks/{id}', scope: 'webhooks:read', success: 200, response: WEBHOOK },
	{
		name: 'PUT /v1/webhooks/{id}',
		scope: 'webhooks:write',
		success: 200,
		request: { body: 'url events secret name status' },
		response: WEBHOOK,
	},
	{
		name: 'DELETE /v1/webhooks/{webhookId}',
		scope: 'webhooks:write',
		success: 200,
		response: 'success message',
	},
	{
		name: 'POST /v1/webhooks/{id}/test',
		scope: 'webhooks:write',
		success: 200,
		request: { body: 'event!' },
		response: `success ${under('data', 'deliveryId eventId statusCode responseTime status')}`,
	},
	{
		name: 'GET /v1/webhooks/{id}/logs',
		scope: 'webhooks:read',
		success: 200,
		request: { query: 'limit' },
		response: under('data[]', 'id event status statusCode responseTime timestamp'),
	},
];

/** Additions to the specification, with their scope. */
export const ADDITIONS: Readonly<Record<string, string>> = {
	'POST /v1/instances/{instanceId}/disconnect': 'instances:write',
	'POST /v1/instances/{instanceId}/passkey': 'instances:write',
	'DELETE /v1/instances/{instanceId}': 'instances:write',
	'POST /v1/media': 'messages:write',
	'GET /v1/messages/{messageId}': 'messages:read',
	'DELETE /v1/messages/{messageId}': 'messages:write',
	'PATCH /v1/messages/{messageId}': 'messages:write',
	'PUT /v1/messages/{messageId}/reaction': 'messages:write',
	'DELETE /v1/messages/{messageId}/reaction': 'messages:write',
	'POST /v1/messages/{messageId}/forward': 'messages:write',
	'GET /v1/messages/{messageId}/media': 'messages:read',
	'GET /v1/templates': 'messages:read',
	'GET /v1/chats': 'messages:read',
	'POST /v1/messages/chats/{chatId}/read': 'messages:write',
	'POST /v1/messages/chats/{chatId}/typing': 'messages:write',
	'GET /v1/usage': 'billing:read',
	'GET /v1/webhooks/{webhookId}/deliveries': 'webhooks:read',
	'GET /v1/webhooks/{webhookId}/deliveries/{deliveryId}': 'webhooks:read',
	'POST /v1/webhooks/{webhookId}/deliveries/{deliveryId}/retry': 'webhooks:write',
	'POST /v1/webhooks/{webhookId}/deliveries/recover': 'webhooks:write',
	'POST /v1/webhooks/{webhookId}/rotate-secret': 'webhooks:write',
	'GET /v1/webhooks/{webhookId}/health': 'webhooks:read',
	'POST /simulator/v1/instances/{instanceId}/scan': 'instances:write',
	'GET /livez': 'public',
	'POST /admin/v1/setup': 'public',
	'POST /admin/v1/session': 'public',
	'GET /admin/v1/session': 'signed in',
	'DELETE /admin/v1/session': 'signed in',
	'GET /admin/v1/sessions': 'signed in',
	'DELETE /admin/v1/sessions': 'signed in',
	'DELETE /admin/v1/sessions/{sessionId}': 'signed in',
	'PUT /admin/v1/password': 'signed in',
	'GET /admin/v1/sign-in': 'public',
	'POST /admin/v1/session/passkey/options': 'public',
	'POST /admin/v1/session/passkey': 'public',
	'POST /admin/v1/session/proxy': 'public',
	'POST /admin/v1/session/confirm': 'signed in',
	'POST /admin/v1/session/confirm/passkey-options': 'signed in',
	'GET /admin/v1/account': 'signed in',
	'POST /admin/v1/account/totp': 'signed in',
	'PUT /admin/v1/account/totp': 'signed in',
	'DELETE /admin/v1/account/totp': 'signed in',
	'GET /admin/v1/account/passkeys': 'signed in',
	'POST /admin/v1/account/passkeys/options': 'signed in',
	'POST /admin/v1/account/passkeys': 'signed in',
	'DELETE /admin/v1/account/passkeys/{passkeyId}': 'signed in',
	'POST /admin/v1/account/recovery-codes': 'signed in',
	'GET /admin/v1/users': 'owner',
	'POST /admin/v1/users': 'owner',
	'PATCH /admin/v1/users/{userId}': 'owner',
	'POST /admin/v1/users/{userId}/invite': 'owner',
	'DELETE /admin/v1/users/{userId}/sessions': 'owner',
	'DELETE /admin/v1/users/{userId}': 'owner',
	'GET /admin/v1/keys': 'owner',
	'POST /admin/v1/keys': 'owner',
	'DELETE /admin/v1/keys/{keyId}': 'owner',
	'GET /admin/v1/overview': 'signed in',
	'GET /admin/v1/system': 'signed in',
	'GET /admin/v1/events': 'signed in',
	'GET /admin/v1/audit': 'owner',
	'GET /admin/v1/messages/{messageId}/timeline': 'signed in',
	'GET /readyz': 'public',
	'POST /simulator/v1/instances/{instanceId}/logout': 'instances:write',
	'POST /simulator/v1/instances/{instanceId}/drop': 'instances:write',
	'GET /simulator/v1/instances/{instanceId}/chats/{chatId}': 'instances:write',
	'POST /simulator/v1/instances/{instanceId}/messages': 'instances:write',
	'POST /simulator/v1/instances/{instanceId}/messages/{messageId}/receipts': 'instances:write',
	'PUT /simulator/v1/instances/{instanceId}/messages/{messageId}/reaction': 'instances:write',
	'PATCH /simulator/v1/instances/{instanceId}/messages/{messageId}': 'instances:write',
	'DELETE /simulator/v1/instances/{instanceId}/messages/{messageId}': 'instances:write',
	'POST /simulator/v1/instances/{instanceId}/polls/{messageId}/votes': 'instances:write',
	'POST /simulator/v1/instances/{instanceId}/echoes': 'instances:write',
	'POST /simulator/v1/instances/{instanceId}/history': 'instances:write',
	'POST /simulator/v1/instances/{instanceId}/contacts/{contactId}/reveal': 'instances:write',
	'POST /simulator/v1/instances/{instanceId}/contacts/{phone}/block': 'instances:write',
	'POST /simulator/v1/instances/{instanceId}/groups': 'instances:write',
	'POST /simulator/v1/instances/{instanceId}/groups/{groupId}/participants': 'instances:write',
	'GET /simulator/v1/phones': 'instances:write',
	'GET /simulator/v1/phones/{number}': 'instances:write',
	'PUT /simulator/v1/phones/{number}': 'instances:write',
	'DELETE /simulator/v1/phones/{number}': 'instances:write',
	'POST /simulator/v1/phones/{number}/block': 'instances:write',
	'GET /simulator/v1/phones/{number}/chats': 'instances:write',
	'GET /simulator/v1/phones/{number}/messages': 'instances:write',
	'POST /simulator/v1/phones/{number}/messages': 'instances:write',
	'PUT /simulator/v1/phones/{number}/messages/{messageId}/reaction': 'instances:write',
	'PATCH /simulator/v1/phones/{number}/messages/{messageId}': 'instances:write',
	'DELETE /simulator/v1/phones/{number}/messages/{messageId}': 'instances:write',
	'PUT /simulator/v1/phones/{number}/messages/{messageId}/vote': 'instances:write',
	'POST /simulator/v1/phones/{number}/messages/{messageId}/press': 'instances:write',
	'POST /simulator/v1/phones/{number}/read': 'instances:write',
	'POST /simulator/v1/phones/{number}/typing': 'instances:write',
};

function under(prefix: string, fields: string): string {
	return fields
		.split(' ')
		.map((field) => `${prefix}.${field}`)
		.join(' ');
}
