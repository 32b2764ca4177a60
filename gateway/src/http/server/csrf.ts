import type { FastifyRequest } from 'fastify';
import { GatewayError } from '../../domain/error.ts';
import { isCsrfToken, type OwnerCaller } from '../../owner/session.ts';

/** Methods that change nothing. */
const READING = ['GET', 'HEAD', 'OPTIONS'];
/** The header every write of a session has to bring its CSRF token in. */
export const CSRF_HEADER = 'x-csrf-token';

/**
 * Refuses what a browser was made to send without its user knowing: a request from another origin with
 * origin_not_allowed, and a write without the session's own CSRF token with csrf_token_required.
 */
export function verifyCsrf(request: FastifyRequest, caller: OwnerCaller, ownUrl: string | null): void {
	verifyOrigin(request, ownUrl);
	if (READING.includes(request.method)) return;
	const given = request.headers[CSRF_HEADER];
	if (typeof given === 'string' && isCsrfToken(given, caller)) return;
	throw new GatewayError(
		'csrf_token_required',
		'Send the csrfToken of this session in the header X-CSRF-Token; GET /admin/v1/session tells it.',
	);
}

/**
 * Refuses a request that a page of another origin had a browser make. One of another port on the same host is
 * such a page too, though cookies are sent along with its requests.
 */
export function verifyOrigin(request: FastifyRequest, ownUrl: string | null): void {
	const { origin, 'sec-fetch-site': site } = request.headers;
	const elsewhere = site !== undefined && site !== 'same-origin' && site !== 'none';
	if (!elsewhere && (origin === undefined || isOwnOrigin(request, origin, ownUrl))) return;
	throw new GatewayError(
		'origin_not_allowed',
		'Only the page of this gateway itself may ask this in a session.',
	);
}

/** Whether an Origin header names this gateway, as the request or the operator does. */
export function isOwnOrigin(
	{ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
	origin: string,
	ownUrl: string | null,
): boolean {
	return origin === `${protocol}://${host}` || (ownUrl !== null && origin === new URL(ownUrl).origin);
}
