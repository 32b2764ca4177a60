import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import type { Clock } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import { allows, type Scope } from '../../domain/scope.ts';
import { authenticate, type Caller } from '../../keys/authenticate.ts';
import { touchApiKey } from '../../store/api-keys.ts';
import type { Store } from '../../store/store.ts';

/** What a route asks of the key: a scope, any valid key, or none at all. */
export type Access = Scope | 'any key' | 'public';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Every route says it; see the OpenAPI document. */
		access?: Access;
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
		app.decorateRequest('identity');
		app.addHook('onRequest', async (request) => {
			try {
				const caller = await authenticate(store.read, {
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
		const access = request.routeOptions.config.access ?? 'any key';
		if (request.is404 || access === 'public') {
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

/** The caller of a route that needs a key. */
export function callerOf(request: FastifyRequest): Caller {
	if ('refusal' in request.identity) throw request.identity.refusal;
	return request.identity.caller;
}
