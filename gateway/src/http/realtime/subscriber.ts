import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import { authenticate } from '../../access/keys/authenticate.ts';
import { coalesce } from '../../lib/concurrency/coalesce.ts';
import type { ClientMessage } from '../../realtime/client-message.ts';
import { findApiKeyByHash } from '../../store/access/api-keys.ts';
import { findSession } from '../../store/access/user-sessions.ts';
import { findUser } from '../../store/access/users.ts';
import type { Store } from '../../store/store.ts';
import { verifySecondFactor } from '../../access/users/second-factor.ts';
import { callerOf, notSignedIn } from '../../access/users/session.ts';
import type { Caller } from '../server/authentication/caller.ts';
import { requireCsrfToken, verifyOrigin } from '../server/authentication/csrf.ts';
import type { Dependencies } from '../server/dependencies.ts';

export interface SubscriberDeps {
	store: Pick<Store, 'read'>;
	clock: Clock;
	publicUrl: Dependencies['publicUrl'];
	requireSecondFactor: Dependencies['requireSecondFactor'];
}

/**
 * Returns the caller that subscribes: a key, or a person on the gateway's own page. Throws the error that says why
 * neither is accepted.
 */
export type FindSubscriber = (
	message: Extract<ClientMessage, { type: 'subscribe' }>,
	request: FastifyRequest,
) => Promise<Caller>;

export function createFindSubscriber({
	store,
	clock,
	publicUrl,
	requireSecondFactor,
}: SubscriberDeps): FindSubscriber {
	const findKey = coalesce((hash) => findApiKeyByHash(store.read, hash));
	return async ({ apiKey, csrfToken }, request) => {
		if (apiKey === undefined && request.headers.cookie !== undefined) {
			const { identity } = request;
			if ('caller' in identity && identity.caller.kind === 'user') {
				if (request.headers.origin === undefined) throw foreignPage();
				verifyOrigin(request, publicUrl);
				// The session may have other secrets than when the connection was opened, and the person another role.
				const session = await findSession(store.read, identity.caller.id);
				const user = await findUser(store.read, identity.caller.actor);
				if (session === undefined || user === undefined) throw notSignedIn();
				requireCsrfToken(csrfToken, session);
				if (requireSecondFactor) await verifySecondFactor(store.read, { session, user });
				return callerOf({ session, user });
			}
			if ('refusal' in identity) throw identity.refusal;
		}
		const authorization = apiKey === undefined ? undefined : `Bearer ${apiKey}`;
		return authenticate(findKey, { authorization, address: request.ip, now: clock.now() });
	};
}

function foreignPage(): GatewayError {
	return new GatewayError(
		'origin_not_allowed',
		'In a session only the page of this gateway may subscribe. Programs send an apiKey instead.',
	);
}
