import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { isLoopback } from '../../config.ts';
import type { Clock } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import { allows, type Scope } from '../../domain/scope.ts';
import { authenticate, type Caller } from '../../keys/authenticate.ts';
import { createKeyLookup } from '../../keys/key-lookup.ts';
import { touchApiKey } from '../../store/api-keys.ts';
import type { Store } from '../../store/store.ts';

/** What a route asks of the key: a scope, any valid key, or none at all. */
export type Access = Scope | 'any key' | 'public';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Every route says it; see the OpenAPI document. */
		access?: Access;
		/** Whoever is on this machine needs no key; a key that is sent all the same has to be good. */
		openToThisMachine?: boolean;
	}
	interface FastifyRequest {
		/** Who sends the request, or why that is not known. */
		identity: { caller: Caller } | { refusal: unknown };
	}
}

/** Milliseconds between two notes of when a key was last used. */
const TOUCH_EVERY = 60_000;

/**
 * First half: finds out who calls, and only notes a refusal. The rate limits come in between, so that guessing
 * keys is limited and a 401 carries the limit's headers as well.
 */
export const identification = plugin(
	(app: FastifyInstance, { store, clock }: { store: Store; clock: Clock }) => {
		const findKey = createKeyLookup(store.read);
		app.decorateRequest('identity');
		app.addHook('onRequest', async (request) => {
			try {
				const caller = await authenticate(findKey, {
					authorization: request.headers.authorization,
					address: request.forwardedFor ?? request.ip,
					now: clock.now(),
				});
				request.identity = { caller };
				noteUse(caller);
			} catch (refusal) {
				request.identity = { refusal };
			}
		});

		function noteUse({ keyId, lastUsedAt }: Caller): void {
			const now = clock.now();
			if (lastUsedAt !== null && now - lastUsedAt < TOUCH_EVERY) return;
			// Nobody waits for this, and the next request makes up for it.
			store.commit(({ db }) => touchApiKey(db, keyId, now)).catch(() => undefined);
		}

		return Promise.resolve();
	},
);

/** Second half: lets a request through when its key may do what the route does. */
export const authorisation = plugin((app: FastifyInstance) => {
	app.addHook('onRequest', (request, _reply, done) => {
		const { access = 'any key', openToThisMachine = false } = request.routeOptions.config;
		const open = access === 'public' || (openToThisMachine && comesKeylessFromThisMachine(request));
		if (request.is404 || open) {
			done();
			return;
		}
		const { identity } = request;
		if ('refusal' in identity) throw identity.refusal;
		if (access !== 'any key' && !allows(identity.caller.scopes, access)) {
			throw new GatewayError(
				'insufficient_permissions',
				`This API key lacks the scope ${access}. Use a key that has it.`,
			);
		}
		done();
	});
	return Promise.resolve();
});

/**
 * Whether a program on this machine asks, and asks us by a name of this machine. A proxy here that hands on what
 * comes from elsewhere gives itself away by its headers or the host; so does a page that a browser here runs.
 */
function comesKeylessFromThisMachine({ headers, hostname, socket, ip }: FastifyRequest): boolean {
	if (headers.authorization !== undefined || headers.origin !== undefined) return false;
	if (headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined) return false;
	return [socket.remoteAddress ?? '', ip, hostname.replace(/^\[|\]$/g, '')].every(isLoopback);
}

/** The caller of a route that needs a key. */
export function callerOf(request: FastifyRequest): Caller {
	if ('refusal' in request.identity) throw request.identity.refusal;
	return request.identity.caller;
}
