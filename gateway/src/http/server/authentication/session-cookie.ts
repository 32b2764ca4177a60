import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LONGEST_SESSION } from '../../../access/users/session.ts';
import { publicPathOf } from '../transport/public-path.ts';

/** The cookie with the token of a session. */
export const SESSION_COOKIE = 'mgw_session';
/** Over HTTPS no other host can set it. Browsers refuse both prefixes over plain HTTP, and the first below a path. */
const WHOLE_HOST_PREFIX = '__Host-';
const BELOW_PATH_PREFIX = '__Secure-';

/** How a client reached the gateway. */
interface Reached {
	protocol: string;
	host: string;
}

/** The session token of a request; null where it has none, or has an Authorization header. */
export function sessionTokenIn(
	app: Pick<FastifyInstance, 'parseCookie'>,
	request: Pick<FastifyRequest, 'headers'> & Reached,
	publicUrl: string | null,
): string | null {
	const { authorization, cookie } = request.headers;
	if (authorization !== undefined || cookie === undefined) return null;
	return app.parseCookie(cookie)[cookieOf(request, publicUrl).name] ?? null;
}

/** Sets the cookie with the token of a session. */
export function setSession(
	request: FastifyRequest,
	reply: FastifyReply,
	{ token, publicUrl }: { token: string; publicUrl: string | null },
): void {
	const { name, options } = cookieOf(request, publicUrl);
	void reply.setCookie(name, token, { ...options, maxAge: LONGEST_SESSION / 1000 });
}

/** Deletes the cookie of the session in the browser. */
export function clearSession(request: FastifyRequest, reply: FastifyReply, publicUrl: string | null): void {
	const { name, options } = cookieOf(request, publicUrl);
	void reply.clearCookie(name, options);
}

/**
 * The name and the attributes of the cookie: hidden from scripts, and not sent with requests of other sites. Where the
 * public URL has a path, other programs on that host do not get it.
 */
function cookieOf({ protocol, host }: Reached, publicUrl: string | null) {
	const isPublic = publicUrl !== null && new URL(publicUrl).host === host;
	const publicPath = isPublic ? publicPathOf(publicUrl) : '';
	const secure = protocol === 'https';
	const prefix = publicPath === '' ? WHOLE_HOST_PREFIX : BELOW_PATH_PREFIX;
	return {
		name: secure ? `${prefix}${SESSION_COOKIE}` : SESSION_COOKIE,
		options: { path: publicPath === '' ? '/' : publicPath, httpOnly: true, sameSite: 'strict', secure },
	} as const;
}
