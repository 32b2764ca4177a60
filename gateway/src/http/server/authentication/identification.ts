import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import type { Clock } from '../../../domain/clock.ts';
import { nameKeyOf } from '../../../domain/access/user.ts';
import { authenticate } from '../../../access/keys/authenticate.ts';
import { createKeyCache } from '../../../access/keys/key-cache.ts';
import { proxyUserOf, type SignInProxy } from '../../../access/users/proxy-sign-in.ts';
import { notSignedIn, userOf, type UserCaller } from '../../../access/users/session.ts';
import { findApiKeyByHash, touchApiKey } from '../../../store/access/api-keys.ts';
import { findSessionByHash, touchSession } from '../../../store/access/user-sessions.ts';
import { coalesce } from '../../../lib/concurrency/coalesce.ts';
import type { Store } from '../../../store/store.ts';
import type { Caller } from './caller.ts';
import { sessionTokenIn } from './session-cookie.ts';

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
 * Identifies the caller, or stores the error that `authorisation` throws. The rate limits run between the two, so that
 * they limit guesses at keys and a 401 has their headers. An Authorization header alone identifies the caller of a
 * request that has one; the session's cookie counts only without it.
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
