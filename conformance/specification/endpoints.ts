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

function under(prefix: string, fields: string): string {
	return fields
		.split(' ')
		.map((field) => `${prefix}.${field}`)
		.join(' ');
}
