/** Error codes of the API for clients with an API key: the specification's (section Errors), then additions. */
export const API_ERROR_CODES = [
	'missing_api_key',
	'invalid_api_key',
	'expired_api_key',
	'insufficient_permissions',
	'rate_limit_exceeded',
	'invalid_parameters',
	'invalid_phone_number',
	'invalid_method',
	'invalid_webhook_url',
	'invalid_webhook_events',
	'invalid_media_url',
	'invalid_template_params',
	'invalid_instance',
	'instance_not_found',
	'message_not_found',
	'webhook_not_found',
	'chat_not_found',
	'group_not_found',
	'contact_not_found',
	'template_not_found',
	'note_not_found',
	'instance_limit_reached',
	'instance_already_connected',
	'already_connected',
	'instance_disconnected',
	'official_api_instance',
	'official_api_required',
	'template_not_approved',
	'chat_taken',
	'message_not_sent',
	'message_being_sent',
	'message_already_sent',
	'message_too_old',
	'message_deleted',
	'not_own_message',
	'delivery_being_attempted',
	'idempotency_key_in_use',
	'idempotency_key_reused',
	'invalid_credentials',
	'not_admin',
	'media_too_large',
	'media_download_failed',
	'provider_verification_required',
	'insufficient_credits',
	'ip_not_allowed',
	'https_required',
	'not_found',
	'method_not_allowed',
	'payload_too_large',
	'unsupported_media_type',
	'precondition_failed',
	'range_not_satisfiable',
	'request_timeout',
	'upgrade_required',
	'headers_too_large',
	'misdirected_request',
	'internal_error',
	'service_unavailable',
] as const;

/** Additions that only the dashboard and the API of simulated phones return. */
const PAGE_ERROR_CODES = [
	'phone_offline',
	'not_signed_in',
	'owner_not_set',
	'invalid_password',
	'invalid_setup_link',
	'csrf_token_required',
	'origin_not_allowed',
	'key_not_found',
	'session_not_found',
	'second_factor_required',
	'second_factor_missing',
	'invalid_code',
	'invalid_passkey',
	'password_too_weak',
	'confirmation_required',
	'user_not_found',
	'passkey_not_found',
	'name_taken',
	'last_owner',
	'alert_not_found',
	'mail_not_set_up',
	'mail_not_sent',
] as const;

/** Every code an error body can carry. */
export const ERROR_CODES = [...API_ERROR_CODES, ...PAGE_ERROR_CODES] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

interface ErrorOptions {
	retryAfter?: number;
	methods?: readonly string[];
	status?: string;
	until?: string;
	cause?: unknown;
}

/**
 * The error the gateway throws on purpose: an error code, and a message that says what to do next. Only
 * `http/server/errors/errors.ts` maps codes to HTTP statuses.
 */
export class GatewayError extends Error {
	readonly code: ErrorCode;
	/** Seconds after which the same request may succeed. */
	readonly retryAfter: number | undefined;
	/** The methods of the second factor, on second_factor_required. */
	readonly methods: readonly string[] | undefined;

	/** The status of the instance, on already_connected. */
	readonly status: string | undefined;

	/** When a person's ownership of the chat ends (ISO 8601), on chat_taken. */
	readonly until: string | undefined;

	constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
		super(message, options.cause === undefined ? undefined : { cause: options.cause });
		this.name = 'GatewayError';
		this.code = code;
		this.retryAfter = options.retryAfter;
		this.methods = options.methods;
		this.status = options.status;
		this.until = options.until;
	}
}
