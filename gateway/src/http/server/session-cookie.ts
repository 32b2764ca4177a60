import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LONGEST_SESSION } from '../../users/session.ts';

/** The cookie with the token of a session, where the page was loaded over HTTPS: no other host can set it. */
const SECURE_COOKIE = '__Host-mgw_session';
/** The same over plain HTTP, on this machine, where browsers refuse the prefix. */
export const SESSION_COOKIE = 'mgw_session';

/** Hidden from scripts, and not sent with requests of other sites. */
const COOKIE_OPTIONS = { path: '/', httpOnly: true, sameSite: 'strict' } as const;

/** The session token of a request; null where it has none, or has an Authorization header. */
export function sessionTokenIn(
	app: Pick<FastifyInstance, 'parseCookie'>,
	request: Pick<FastifyRequest, 'headers' | 'protocol'>,
): string | null {
	const { authorization, cookie } = request.headers;
	if (authorization !== undefined || cookie === undefined) return null;
	return app.parseCookie(cookie)[cookieNameOf(request)] ?? null;
}

export function setSession(request: FastifyRequest, reply: FastifyReply, token: string): void {
	void reply.setCookie(cookieNameOf(request), token, {
		...COOKIE_OPTIONS,
		secure: isSecure(request),
		maxAge: LONGEST_SESSION / 1000,
	});
}

export function clearSession(request: FastifyRequest, reply: FastifyReply): void {
	void reply.clearCookie(cookieNameOf(request), { ...COOKIE_OPTIONS, secure: isSecure(request) });
}

function cookieNameOf(request: Pick<FastifyRequest, 'protocol'>): string {
	return isSecure(request) ? SECURE_COOKIE : SESSION_COOKIE;
}

function isSecure({ protocol }: Pick<FastifyRequest, 'protocol'>): boolean {
	return protocol === 'https';
}
