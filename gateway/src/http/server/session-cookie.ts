import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LONGEST_SESSION } from '../../owner/session.ts';

/** The cookie with the token of a session. */
export const SESSION_COOKIE = 'mgw_session';

/** Hidden from scripts, not sent with requests of other sites, and with TLS not sent over plain HTTP. */
const COOKIE_OPTIONS = { path: '/', httpOnly: true, sameSite: 'strict', secure: 'auto' } as const;

/** The session token of a request; null where it has none, or has an Authorization header. */
export function sessionTokenIn(
	app: Pick<FastifyInstance, 'parseCookie'>,
	{ headers }: Pick<FastifyRequest, 'headers'>,
): string | null {
	if (headers.authorization !== undefined || headers.cookie === undefined) return null;
	return app.parseCookie(headers.cookie)[SESSION_COOKIE] ?? null;
}

export function setSession(reply: FastifyReply, token: string): void {
	void reply.setCookie(SESSION_COOKIE, token, { ...COOKIE_OPTIONS, maxAge: LONGEST_SESSION / 1000 });
}

export function clearSession(reply: FastifyReply): void {
	void reply.clearCookie(SESSION_COOKIE, COOKIE_OPTIONS);
}
