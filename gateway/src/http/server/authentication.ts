import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import type { Clock } from '../../domain/clock.ts';
import { GatewayError, type ErrorCode } from '../../domain/error.ts';
import { hasScope, type Scope } from '../../domain/scope.ts';
import { authenticate, type KeyCaller } from '../../keys/authenticate.ts';
import { notSignedIn, ownerOf, type OwnerCaller } from '../../owner/session.ts';
import { ownerNotSet } from '../../owner/sign-in.ts';
import { findApiKeyByHash, touchApiKey } from '../../store/access/api-keys.ts';
import { findOwner } from '../../store/access/owner.ts';
import type { Db } from '../../store/schema.ts';
import { findSessionByHash, touchSession } from '../../store/access/owner-sessions.ts';
import { coalesce } from '../../lib/coalesce.ts';
import { isLoopback } from '../../lib/guarded-http/address.ts';
import type { Store } from '../../store/store.ts';
import { verifyCsrf } from './csrf.ts';
import { sessionTokenIn } from './session-cookie.ts';

/** What a route requires of its caller: a key with a scope, any valid key, the owner in a session, or nothing. */
export type Access = Scope | 'any key' | 'owner' | 'public';

/** The sender of a request. The owner may do all that any key may. */
export type Caller = KeyCaller | OwnerCaller;

declare module 'fastify' {
	interface FastifyContextConfig {
		access?: Access;
		/** Clients on this machine need no key, unless a proxy may be in front; a key that they send must be valid. */
		allowLoopback?: boolean;
	}
	interface FastifyRequest {
		/** The sender of the request, or the error for a request without a valid one. */
		identity: { caller: Caller } | { refusal: unknown };
	}
}

/** Milliseconds between two updates of when a key or a session was last used. */
const TOUCH_INTERVAL = 60_000;

/**
 * First half: identifies the caller, and stores a refusal for the second half. The rate limits run in between, so
 * that they limit guesses at keys and a 401 has their headers. A request with an Authorization header is judged by
 * that alone; the session's cookie counts only without one.
 */
export const identification = plugin(
	async (app: FastifyInstance, { store, clock }: { store: Store; clock: Clock }) => {
		// Without the hook: sessionTokenIn parses the header, and only of requests without a key.
		await app.register(cookie, { hook: false });
		const findKey = coalesce((hash) => findApiKeyByHash(store.read, hash));
		const findSession = coalesce((hash) => findSessionByHash(store.read, hash));
		app.decorateRequest('identity');
		app.addHook('onRequest', async (request) => {
			try {
				const caller = await callerIn(request);
				request.identity = { caller };
				touch(caller);
			} catch (refusal) {
				request.identity = { refusal };
			}
		});

		function callerIn(request: FastifyRequest): Promise<Caller> {
			const now = clock.now();
			const token = sessionTokenIn(app, request);
			if (token !== null) return ownerOf(findSession, token, now);
			const { authorization } = request.headers;
			const address = request.forwardedFor ?? request.ip;
			return authenticate(findKey, { authorization, address, now });
		}

		/** Stores when a key or session was last used. */
		function touch(caller: Caller): void {
			const now = clock.now();
			if (caller.lastUsedAt !== null && now - caller.lastUsedAt < TOUCH_INTERVAL) return;
			// Not awaited: after a failure the next request stores it.
			store
				.commit(({ db }) =>
					caller.kind === 'key' ? touchApiKey(db, caller.id, now) : touchSession(db, caller.id, now),
				)
				.catch(() => undefined);
		}
	},
);

/** Second half: refuses a request whose caller lacks the route's access, or that another site made the browser send. */
export const authorisation = plugin(
	(
		app: FastifyInstance,
		{
			store,
			publicUrl,
			exemptLoopback,
		}: { store: Pick<Store, 'read'>; publicUrl: string | null; exemptLoopback: boolean },
	) => {
		app.addHook('onRequest', (request, reply, done) => {
			const { access = 'any key', allowLoopback = false } = request.routeOptions.config;
			const isOpen = access === 'public' || (exemptLoopback && allowLoopback && isKeylessLoopback(request));
			if (request.is404 || isOpen) {
				done();
				return;
			}
			const { identity } = request;
			if ('caller' in identity) {
				const { caller } = identity;
				if (caller.kind === 'owner') {
					void reply.headers(PRIVATE_HEADERS);
					verifyCsrf(request, caller, publicUrl);
				} else {
					requireScope(caller, access);
				}
				done();
			} else if (access === 'owner') {
				ownerRefusal(store.read, request, identity.refusal).then(done, done);
			} else {
				throw identity.refusal;
			}
		});
		return Promise.resolve();
	},
);

/** Headers of responses in a session: no other site can embed them, and no cache stores them. */
export const PRIVATE_HEADERS = {
	'Cache-Control': 'no-store',
	'Cross-Origin-Resource-Policy': 'same-origin',
	'X-Content-Type-Options': 'nosniff',
};

/** Throws insufficient_permissions where a key does not have the access. */
function requireScope({ scopes }: KeyCaller, access: Exclude<Access, 'public'>): void {
	if (access === 'any key') return;
	if (access === 'owner') {
		throw new GatewayError(
			'insufficient_permissions',
			'No API key may do this, only the owner. Sign in on the page of the gateway.',
		);
	}
	if (hasScope(scopes, access)) return;
	throw new GatewayError(
		'insufficient_permissions',
		`This API key lacks the scope ${access}. Use a key that has it.`,
	);
}

/** The error at a route of the owner: without key and session, it asks to sign in, or to set a password first. */
async function ownerRefusal(db: Db, request: FastifyRequest, refusal: unknown): Promise<Error> {
	if (!(refusal instanceof GatewayError))
		return refusal instanceof Error ? refusal : new Error(String(refusal));
	if (request.headers.authorization !== undefined || !UNIDENTIFIED.includes(refusal.code)) return refusal;
	return (await findOwner(db)) === undefined ? ownerNotSet() : notSignedIn();
}

const UNIDENTIFIED: readonly ErrorCode[] = ['missing_api_key', 'not_signed_in'];

/**
 * Whether a program on this machine sends a request without a key to a loopback host name. The headers or the host name
 * of a request show whether a proxy on this machine forwards it, or a page in a browser sends it.
 */
function isKeylessLoopback({ headers, hostname, socket, ip }: FastifyRequest): boolean {
	if (headers.authorization !== undefined || headers.origin !== undefined) return false;
	if (headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined) return false;
	return [socket.remoteAddress ?? '', ip, hostname.replace(/^\[|\]$/g, '')].every(isLoopback);
}

/** The caller of a route that is not public. */
export function callerOf(request: FastifyRequest): Caller {
	if ('refusal' in request.identity) throw request.identity.refusal;
	return request.identity.caller;
}

/** The caller of a route that is not public, as the audit log names it. */
export function actorOf(request: FastifyRequest): string {
	return callerOf(request).actor;
}

/** The caller of a route whose access is `owner`. */
export function ownerAt(request: FastifyRequest): OwnerCaller {
	const caller = callerOf(request);
	if (caller.kind === 'owner') return caller;
	throw notSignedIn();
}
