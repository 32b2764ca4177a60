import type { FastifyRequest } from 'fastify';
import { GatewayError } from '../../../domain/error.ts';
import type { UserSessionRow } from '../../../store/schema.ts';
import { isCsrfToken, type UserCaller } from '../../../access/users/session.ts';

/** The header in which every request of a session, reads too, sends its CSRF token. */
const CSRF_HEADER = 'x-csrf-token';

/**
 * Refuses a request that the page of this gateway did not send. The cookie alone proves nothing: browsers send it with
 * requests of other sites, and to programs on other ports of the host. Throws origin_not_allowed for a request from
 * another origin, and csrf_token_required for one without the CSRF token of the session.
 */
export function verifyCsrf(request: FastifyRequest, caller: UserCaller, publicUrl: string | null): void {
	verifyOrigin(request, publicUrl);
	const given = request.headers[CSRF_HEADER];
	requireCsrfToken(typeof given === 'string' ? given : undefined, caller.session);
}

/** Throws csrf_token_required where the token is not the one of the session. */
export function requireCsrfToken(given: string | undefined, session: UserSessionRow): void {
	if (given !== undefined && isCsrfToken(given, session)) return;
	throw new GatewayError(
		'csrf_token_required',
		'Send the csrfToken of this session in the header X-CSRF-Token; only the answer to the sign-in has it. Without it, sign in again.',
	);
}

/**
 * Refuses a request that a page of another origin made the browser send. Another port of the same host is another
 * origin too, although the browser sends the cookie with its requests. Throws origin_not_allowed.
 */
export function verifyOrigin(request: FastifyRequest, publicUrl: string | null): void {
	const { origin, 'sec-fetch-site': site } = request.headers;
	const isCrossSite = site !== undefined && site !== 'same-origin' && site !== 'none';
	if (!isCrossSite && (origin === undefined || isOwnOrigin(request, origin, publicUrl))) return;
	throw new GatewayError(
		'origin_not_allowed',
		'Only the page of this gateway may send this request in a session. Programs send an API key instead.',
	);
}

/** Whether an Origin header names this gateway: by the request's own host, or by GATEWAY_PUBLIC_URL. */
function isOwnOrigin(
	{ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
	origin: string,
	publicUrl: string | null,
): boolean {
	return origin === `${protocol}://${host}` || (publicUrl !== null && origin === new URL(publicUrl).origin);
}
