/** The status of each error code: from the specification where it states one, otherwise decided by the project. */
export const STATUS_OF: Readonly<Record<string, number>> = {
	invalid_parameters: 400,
	invalid_phone_number: 400,
	invalid_method: 400,
	invalid_webhook_url: 400,
	invalid_webhook_events: 400,
	invalid_media_url: 400,
	invalid_template_params: 400,
	password_too_weak: 400,
	missing_api_key: 401,
	invalid_api_key: 401,
	expired_api_key: 401,
	not_signed_in: 401,
	owner_not_set: 401,
	second_factor_required: 401,
	invalid_code: 401,
	invalid_passkey: 401,
	invalid_password: 401,
	invalid_setup_link: 401,
	insufficient_credits: 402,
	insufficient_permissions: 403,
	instance_limit_reached: 403,
	not_admin: 403,
	provider_verification_required: 403,
	ip_not_allowed: 403,
	https_required: 403,
	csrf_token_required: 403,
	confirmation_required: 403,
	second_factor_missing: 403,
	origin_not_allowed: 403,
	instance_not_found: 404,
	invalid_instance: 404,
	message_not_found: 404,
	webhook_not_found: 404,
	group_not_found: 404,
	chat_not_found: 404,
	contact_not_found: 404,
	template_not_found: 404,
	key_not_found: 404,
	session_not_found: 404,
	user_not_found: 404,
	passkey_not_found: 404,
	note_not_found: 404,
	alert_not_found: 404,
	not_found: 404,
	method_not_allowed: 405,
	instance_already_connected: 409,
	already_connected: 409,
	instance_disconnected: 409,
	phone_offline: 409,
	name_taken: 409,
	last_owner: 409,
	official_api_instance: 409,
	official_api_required: 409,
	template_not_approved: 409,
	chat_taken: 409,
	message_not_sent: 409,
	message_being_sent: 409,
	message_already_sent: 409,
	delivery_being_attempted: 409,
	message_too_old: 409,
	message_deleted: 409,
	not_own_message: 409,
	idempotency_key_in_use: 409,
	mail_not_set_up: 409,
	precondition_failed: 412,
	media_too_large: 413,
	payload_too_large: 413,
	unsupported_media_type: 415,
	range_not_satisfiable: 416,
	media_download_failed: 422,
	mail_not_sent: 422,
	invalid_credentials: 422,
	idempotency_key_reused: 422,
	rate_limit_exceeded: 429,
	internal_error: 500,
	service_unavailable: 503,
};

/** Error codes of all operations with a key (specification, Errors, first table). */
export const GENERAL_CODES: readonly string[] = [
	'invalid_api_key',
	'missing_api_key',
	'expired_api_key',
	'insufficient_permissions',
	'rate_limit_exceeded',
];

/** Error codes of the probes, which need no key and have no rate limit. */
export const PUBLIC_CODES: readonly string[] = ['service_unavailable'];

/** Codes per operation (specification, Errors, second table). */
export const CODES_OF_OPERATIONS: Readonly<Record<string, readonly string[]>> = {
	'POST /v1/instances': ['instance_limit_reached', 'invalid_webhook_url', 'invalid_webhook_events'],
	'PATCH /v1/instances/{instanceId}': ['instance_not_found', 'invalid_webhook_url'],
	'GET /v1/instances/{instanceId}': ['instance_not_found'],
	'GET /v1/instances': ['invalid_parameters', 'rate_limit_exceeded'],
	'GET /v1/instances/{instanceId}/status': ['instance_not_found', 'rate_limit_exceeded'],
	'POST /v1/instances/{instanceId}/connect': [
		'instance_not_found',
		'instance_already_connected',
		'invalid_method',
		'invalid_credentials',
		'provider_verification_required',
	],
	'GET /v1/instances/{instanceId}/qrcode': [
		'instance_not_found',
		'already_connected',
		'official_api_instance',
	],
	'POST /v1/messages/send': [
		'invalid_instance',
		'instance_disconnected',
		'invalid_phone_number',
		'media_too_large',
		'unsupported_media_type',
		'rate_limit_exceeded',
		'insufficient_credits',
		'media_download_failed',
		'invalid_media_url',
	],
	'POST /v1/messages/template': [
		'template_not_found',
		'template_not_approved',
		'invalid_template_params',
		'official_api_required',
	],
	'GET /v1/messages/chats': ['invalid_instance', 'instance_disconnected', 'invalid_parameters'],
	'POST /v1/groups/{groupId}/participants': ['not_admin'],
};

/** Error codes in the `results` of POST /v1/groups/{groupId}/participants. */
export const PARTICIPANT_CODES: readonly string[] = [
	'not_participant',
	'already_participant',
	'not_on_network',
];

/** Codes of message.failed events that requests can cause. */
export const FAILURE_CODES: readonly string[] = [
	'recipient_not_found',
	'recipient_blocked',
	'reengagement_window_closed',
];

/** Codes that no request to a healthy gateway causes, with the reason. */
export const NOT_PROVOKED: Readonly<Record<string, string>> = {
	internal_error: 'only a defect causes it; any status 500 is a failure of the run',
	idempotency_key_in_use:
		'only while the first request with the same key is being committed, which ends before a second request arrives',
	message_being_sent: 'only while the network takes the message, which ends before a second request arrives',
	delivery_being_attempted: 'only while an attempt is under way, which the receiver answers at once',
	message_too_old: 'only a message that is at least 15 minutes old',
};

/** The same of single operations, which provoke a code that others are checked with. */
export const NOT_PROVOKED_BY_OPERATION: Readonly<Record<string, string>> = {
	'DELETE /v1/messages/{}/reaction invalid_parameters':
		'only where the network refuses it for good, which the simulated network never does',
};
