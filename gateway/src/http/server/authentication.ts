import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { isLoopback } from '../../config/config.ts';
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
import type { Store } from '../../store/store.ts';
import { verifyCsrf } from './csrf.ts';
import { sessionTokenIn } from '../admin/session-cookie.ts';

/** What a route asks of its caller: a key with a scope, any valid key, the owner in a session, or nothing at all. */
export type Access = Scope | 'any key' | 'owner' | 'public';

/** Who sends a request. The owner may do all that any key may. */
export type Caller = KeyCaller | OwnerCaller;

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Every route says it; see the OpenAPI document. */
		access?: Access;
		/** Whoever is on this machine needs no key; a key that is sent all the same has to be good. */
		allowLoopback?: boolean;
	}
	interface FastifyRequest {
		/** Who sends the request, or why that is not known. */
		identity: { caller: Caller } | { refusal: unknown };
	}
}

/** Milliseconds between two notes of when a key or a session was last used. */
const TOUCH_EVERY = 60_000;

/**
 * First half: finds out who calls, and only notes a refusal. The rate limits come in between, so that guessing
 * keys is limited and a 401 carries the limit's headers as well. Whoever sends an Authorization header is judged by
 * that alone; a cookie counts for requests without one.
 */
export const identification = plugin(
	async (app: FastifyInstance, { store, clock }: { store: Store; clock: Clock }) => {
		// Parsed where it is needed, and not for every request.
		await app.register(cookie, { hook: false });
		const findKey = coalesce((hash) => findApiKeyByHash(store.read, hash));
		const findSession = coalesce((hash) => findSessionByHash(store.read, hash));
		app.decorateRequest('identity');
		app.addHook('onRequest', async (request) => {
			try {
				const caller = await callerIn(request);
				request.identity = { caller };
				noteUse(caller);
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

		function noteUse(caller: Caller): void {
			const now = clock.now();
			if (caller.lastUsedAt !== null && now - caller.lastUsedAt < TOUCH_EVERY) return;
			const touch = (db: Db): Promise<void> =>
				caller.kind === 'key' ? touchApiKey(db, caller.id, now) : touchSession(db, caller.id, now);
			// Nobody waits for this, and the next request makes up for it.
			store.commit(({ db }) => touch(db)).catch(() => undefined);
		}
	},
);

/** Second half: lets a request through when its caller may do what the route does, and means to. */
export const authorisation = plugin(
	(app: FastifyInstance, { store, publicUrl }: { store: Pick<Store, 'read'>; publicUrl: string | null }) => {
		app.addHook('onRequest', (request, reply, done) => {
			const { access = 'any key', allowLoopback = false } = request.routeOptions.config;
			const open = access === 'public' || (allowLoopback && comesKeylessFromThisMachine(request));
			if (request.is404 || open) {
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
					refuseWeakKey(caller, access);
				}
				done();
			} else if (access === 'owner') {
				refusalOfOwner(store.read, request, identity.refusal).then(done, done);
			} else {
				throw identity.refusal;
			}
		});
		return Promise.resolve();
	},
);

/** What a session is told stays with the page: no other page can have it shown, and no cache keeps it. */
export const PRIVATE_HEADERS = {
	'Cache-Control': 'no-store',
	'Cross-Origin-Resource-Policy': 'same-origin',
	'X-Content-Type-Options': 'nosniff',
};

function refuseWeakKey({ scopes }: KeyCaller, access: Exclude<Access, 'public'>): void {
	if (access === 'any key') return;
	if (access === 'owner') {
		throw new GatewayError(
			'insufficient_permissions',
			'No API key may do this, only the owner, signed in to the page of the gateway.',
		);
	}
	if (hasScope(scopes, access)) return;
	throw new GatewayError(
		'insufficient_permissions',
		`This API key lacks the scope ${access}. Use a key that has it.`,
	);
}

/** Where no key will do, who has neither a key nor a session has to sign in, or to set a password first. */
async function refusalOfOwner(db: Db, request: FastifyRequest, refusal: unknown): Promise<Error> {
	if (!(refusal instanceof GatewayError))
		return refusal instanceof Error ? refusal : new Error(String(refusal));
	if (request.headers.authorization !== undefined || !NOBODY.includes(refusal.code)) return refusal;
	return (await findOwner(db)) === undefined ? ownerNotSet() : notSignedIn();
}

const NOBODY: readonly ErrorCode[] = ['missing_api_key', 'not_signed_in'];

/**
 * Whether a program on this machine asks, and asks us by a name of this machine. A proxy here that hands on what
 * comes from elsewhere gives itself away by its headers or the host; so does a page that a browser here runs.
 */
function comesKeylessFromThisMachine({ headers, hostname, socket, ip }: FastifyRequest): boolean {
	if (headers.authorization !== undefined || headers.origin !== undefined) return false;
	if (headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined) return false;
	return [socket.remoteAddress ?? '', ip, hostname.replace(/^\[|\]$/g, '')].every(isLoopback);
}

/** The caller of a route that needs one. */
export function callerOf(request: FastifyRequest): Caller {
	if ('refusal' in request.identity) throw request.identity.refusal;
	return request.identity.caller;
}

/** The caller of a route that needs one, as the audit log names it. */
export function actorOf(request: FastifyRequest): string {
	return callerOf(request).actor;
}

/** The owner, at a route that is the owner's alone. */
export function ownerAt(request: FastifyRequest): OwnerCaller {
	const caller = callerOf(request);
	if (caller.kind === 'owner') return caller;
	throw notSignedIn();
}
