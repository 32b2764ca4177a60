import type { ErrorCode } from '../domain/error.ts';

/** The errors for callers without permission. */
export const REFUSAL_CODES = [
	'missing_api_key',
	'invalid_api_key',
	'expired_api_key',
	'ip_not_allowed',
	'insufficient_permissions',
	'not_signed_in',
	'invalid_password',
	'invalid_setup_link',
	'invalid_code',
	'invalid_passkey',
	'second_factor_missing',
	'confirmation_required',
	'csrf_token_required',
	'origin_not_allowed',
	'https_required',
	'misdirected_request',
	'rate_limit_exceeded',
] as const satisfies readonly ErrorCode[];

/** All reasons by which refused requests, connections and targets are counted. */
export const REFUSAL_REASONS = [
	...REFUSAL_CODES,
	'hook_signature',
	'hook_verify_token',
	'realtime_connections',
	'realtime_flood',
	'connection_limit',
	'pipelined_requests',
	'body_parts',
	'body_timeout',
	'request_timeout',
	'headers_too_large',
	'malformed_request',
	'private_target',
] as const;
