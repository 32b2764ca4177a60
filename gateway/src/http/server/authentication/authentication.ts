import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import type { Clock } from '../../../domain/clock.ts';
import { GatewayError, type ErrorCode } from '../../../domain/error.ts';
import { hasScope, type Scope } from '../../../domain/access/scope.ts';
import { nameKeyOf } from '../../../domain/access/user.ts';
import { authenticate, type KeyCaller } from '../../../access/keys/authenticate.ts';
import { createKeyCache } from '../../../access/keys/key-cache.ts';
import { proxyUserOf, type SignInProxy } from '../../../access/users/proxy-sign-in.ts';
import { verifySecondFactor } from '../../../access/users/second-factor.ts';
import { notSignedIn, requireConfirmation, userOf, type UserCaller } from '../../../access/users/session.ts';
import { ownerNotSet } from '../../../access/users/sign-in.ts';
import { findApiKeyByHash, touchApiKey } from '../../../store/access/api-keys.ts';
import { anyPasswordExists } from '../../../store/access/users.ts';
import type { Db } from '../../../store/schema.ts';
import { findSessionByHash, touchSession } from '../../../store/access/user-sessions.ts';
import { coalesce } from '../../../lib/concurrency/coalesce.ts';
import { isLoopback } from '../../../lib/guarded-http/address.ts';
import type { Store } from '../../../store/store.ts';
import { verifyCsrf } from './csrf.ts';
import { sessionTokenIn } from './session-cookie.ts';

/**
 * What a route requires of its caller: a key or a role with a scope, any valid key, a person in a session, an owner in a
 * session, or nothing.
 */
export type Access = Scope | 'any key' | 'signed in' | 'owner' | 'public';

/** Whether a route is for people in a session, and for no key. */
export function isForPeople(access: Access): access is 'signed in' | 'owner' {
	return access === 'signed in' || access === 'owner';
}

/** The sender of a request. */
export type Caller = KeyCaller | UserCaller;

declare module 'fastify' {
	interface FastifyContextConfig {
		access?: Access;
		/** Open to people who still have to set up a second factor, where it is required. */
		withoutSecondFactor?: boolean;
		/** A person has to prove again who they are. */
		confirmed?: boolean;
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

interface IdentificationOptions {
	store: Store;
	/** The time of keys. */
	clock: Clock;
	/** The time of sessions. */
	realClock: Clock;
	proxy: SignInProxy | null;
	publicUrl: string | null;
}

/**
 * First half: identifies the caller, and stores a refusal for the second half. The rate limits run in between, so
 * that they limit guesses at keys and a 401 has their headers. A request with an Authorization header is judged by
 * that alone; the session's cookie counts only without one.
 */
export const identification = plugin(
	async (app: FastifyInstance, { store, clock, realClock, proxy, publicUrl }: IdentificationOptions) => {
		// Without the hook: sessionTokenIn parses the header, and only of requests without a key.
		await app.register(cookie, { hook: false });
		const keys = createKeyCache(
			coalesce((hash) => findApiKeyByHash(store.read, hash)),
			{ store, clock },
		);
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

		async function callerIn(request: FastifyRequest): Promise<Caller> {
			const { headers, forwardedClient } = request;
			const { protocol, host } = forwardedClient ?? request;
			const token = sessionTokenIn(app, { headers, protocol, host }, publicUrl);
			if (token !== null) return sessionOf(request, await userOf(findSession, token, realClock.now()));
			const { authorization } = headers;
			const address = request.forwardedFor ?? request.ip;
			return authenticate(keys.find, { authorization, address, now: clock.now() });
		}

		/** A session that a proxy began lasts as long as the proxy names the person. */
		function sessionOf(request: FastifyRequest, caller: UserCaller): UserCaller {
			if (caller.session.method !== 'proxy') return caller;
			const name = proxyNameIn(request);
			if (name === null || nameKeyOf(name) !== caller.user.name_key) throw notSignedIn();
			return caller;
		}

		/** The name that the proxy gives to the person, here or at the gateway that forwarded the request. */
		function proxyNameIn({ raw, forwardedClient }: FastifyRequest): string | null {
			if (proxy === null || forwardedClient === null) return proxyUserOf(proxy, raw);
			return forwardedClient.proxyUser;
		}

		/** Stores when a key or session was last used. */
		function touch(caller: Caller): void {
			const now = (caller.kind === 'key' ? clock : realClock).now();
			if (caller.lastUsedAt !== null && now - caller.lastUsedAt < TOUCH_INTERVAL) return;
			if (caller.kind === 'key') keys.touched(caller.id, now);
			// Not awaited: after a failure a later request stores it.
			store
				.commit(({ db }) =>
					caller.kind === 'key' ? touchApiKey(db, caller.id, now) : touchSession(db, caller.id, now),
				)
				.catch(() => undefined);
		}
	},
);

interface AuthorisationOptions {
	store: Pick<Store, 'read'>;
	clock: Clock;
	publicUrl: string | null;
	/** People need a second factor. */
	requireSecondFactor: boolean;
	/** Whether local requests need no key on routes with `allowLoopback`. */
	exemptLoopback: boolean;
}

/** Second half: refuses a request whose caller lacks the route's access, or that another site made the browser send. */
export const authorisation = plugin(
	(
		app: FastifyInstance,
		{ store, clock, publicUrl, requireSecondFactor, exemptLoopback }: AuthorisationOptions,
	) => {
		app.addHook('onRequest', (request, _reply, done) => {
			const {
				access = 'any key',
				allowLoopback = false,
				confirmed = false,
				withoutSecondFactor = false,
			} = request.routeOptions.config;
			const isOpen = access === 'public' || (exemptLoopback && allowLoopback && isKeylessLoopback(request));
			if (request.is404 || isOpen) {
				done();
				return;
			}
			const { identity } = request;
			if ('caller' in identity) {
				const { caller } = identity;
				if (caller.kind === 'user') {
					verifyCsrf(request, caller, publicUrl);
				}
				requireAccess(caller, access);
				if (confirmed && caller.kind === 'user') requireConfirmation(caller, clock.now());
				if (caller.kind === 'key' || !requireSecondFactor || withoutSecondFactor) done();
				else
					verifySecondFactor(store.read, caller).then(() => {
						done();
					}, done);
			} else if (isForPeople(access)) {
				refusalOfPerson(store.read, request, identity.refusal).then(done, done);
			} else {
				throw identity.refusal;
			}
		});
		return Promise.resolve();
	},
);

/** Throws insufficient_permissions where a key or a role does not have the access. */
function requireAccess(caller: Caller, access: Exclude<Access, 'public'>): void {
	if (access === 'any key') return;
	if (isForPeople(access)) {
		requirePerson(caller, access);
		return;
	}
	if (hasScope(caller.scopes, access)) return;
	throw new GatewayError(
		'insufficient_permissions',
		caller.kind === 'key'
			? `This API key lacks the scope ${access}. Use a key that has it.`
			: `As a ${caller.user.role} you may not do this. An owner can give you another role, on the page, under Users.`,
	);
}

function requirePerson(caller: Caller, access: 'signed in' | 'owner'): void {
	if (caller.kind === 'key') {
		throw new GatewayError(
			'insufficient_permissions',
			'No API key may do this, only a person. Sign in on the page of the gateway.',
		);
	}
	if (access === 'signed in' || caller.user.role === 'owner') return;
	throw new GatewayError(
		'insufficient_permissions',
		`Only an owner may do this, and you are ${caller.user.role}. An owner can give you another role, on the page, under Users.`,
	);
}

/** The error at a route for people: without key and session, it asks to sign in, or to set a password first. */
async function refusalOfPerson(db: Db, request: FastifyRequest, refusal: unknown): Promise<Error> {
	if (!(refusal instanceof GatewayError))
		return refusal instanceof Error ? refusal : new Error(String(refusal));
	if (request.headers.authorization !== undefined || !UNIDENTIFIED.includes(refusal.code)) return refusal;
	return (await anyPasswordExists(db)) ? notSignedIn() : ownerNotSet();
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

/** The caller of a route that is for people. */
export function personAt(request: FastifyRequest): UserCaller {
	const caller = callerOf(request);
	if (caller.kind === 'user') return caller;
	throw notSignedIn();
}

/** Throws confirmation_required where the caller is a person who has not proved again who they are; keys pass. */
export function requireConfirmedPerson(request: FastifyRequest, now: number): void {
	const caller = callerOf(request);
	if (caller.kind === 'user') requireConfirmation(caller, now);
}
