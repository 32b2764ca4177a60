import { GatewayError } from '../domain/error.ts';
import { CONNECTION_ERRORS } from '../lib/errors/connection-errors.ts';
import { codeOf } from '../lib/errors/error-code.ts';
import { RETRYABLE_CLIENT_ERRORS } from '../lib/errors/retryable-status.ts';

/** The server of a file answered with a status that is no success. */
export class UnexpectedStatus extends Error {
	readonly statusCode: number;

	constructor(statusCode: number) {
		super(`The server answered with status ${statusCode}.`);
		this.statusCode = statusCode;
	}
}

/** Servers or proxies that are overloaded or being restarted, and the statuses below 500. */
const TRANSIENT_STATUSES = new Set([...RETRYABLE_CLIENT_ERRORS, 500, 502, 503, 504]);

/** Errors of a connection that another attempt may not have; those of certificates and addresses are not among them. */
const TRANSIENT_ERRORS = new Set([
	...CONNECTION_ERRORS,
	'UND_ERR_BODY_TIMEOUT',
	'UND_ERR_CONNECT_TIMEOUT',
	'UND_ERR_HEADERS_TIMEOUT',
	'UND_ERR_SOCKET',
]);

/** Whether a download failed for a reason that may pass within seconds. */
export function isTransientFault(error: unknown): boolean {
	if (!(error instanceof GatewayError) || error.code !== 'media_download_failed') return false;
	const { cause } = error;
	return cause instanceof UnexpectedStatus
		? TRANSIENT_STATUSES.has(cause.statusCode)
		: TRANSIENT_ERRORS.has(codeOf(cause));
}
