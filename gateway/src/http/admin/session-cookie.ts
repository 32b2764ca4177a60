import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LONGEST_SESSION } from '../../owner/session.ts';

/** The cookie a session's token is in. */
export const SESSION_COOKIE = 'mgw_session';

/** No script reads it, no other site's request carries it, and where there is TLS it travels by nothing else. */
const OF_THE_PAGE = { path: '/', httpOnly: true, sameSite: 'strict', secure: 'auto' } as const;

/** The token of the session a request is made in; null where it has none, or is judged by a key. */
export function sessionTokenIn(
	app: Pick<FastifyInstance, 'parseCookie'>,
	{ headers }: Pick<FastifyRequest, 'headers'>,
): string | null {
	if (headers.authorization !== undefined || headers.cookie === undefined) return null;
	return app.parseCookie(headers.cookie)[SESSION_COOKIE] ?? null;
}

/** Gives a browser its session. */
export function setSession(reply: FastifyReply, token: string): void {
	void reply.setCookie(SESSION_COOKIE, token, { ...OF_THE_PAGE, maxAge: LONGEST_SESSION / 1000 });
}

/** Lets a browser forget its session. */
export function clearSession(reply: FastifyReply): void {
	void reply.clearCookie(SESSION_COOKIE, OF_THE_PAGE);
}
