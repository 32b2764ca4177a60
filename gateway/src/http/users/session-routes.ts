import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { timestamp } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import { listSessions } from '../../store/access/user-sessions.ts';
import { confirmByPassword, type ConfirmedSession } from '../../access/users/confirm-session.ts';
import { revokeSession, revokeSessions, signOut } from '../../access/users/end-sessions.ts';
import { confirmByPasskey, passkeyRequestOptions } from '../../access/users/passkeys.ts';
import { secondFactorsOf, type LimitCodes } from '../../access/users/second-factor.ts';
import { endOf } from '../../access/users/session.ts';
import { personAt } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { IdOf } from '../server/schemas/fields.ts';
import { Done } from '../server/schemas/responses.ts';
import { clearSession, setSession } from '../server/authentication/session-cookie.ts';
import { clientOf, relyingPartyOf } from './client.ts';
import { ConfirmBody, Confirmed, CurrentSession, PasskeyRequestOptions, Session } from './schema.ts';
import { currentSessionView, sessionView } from './view.ts';

type Used = 'store' | 'clock' | 'newId' | 'entropy' | 'passwords' | 'sealer' | 'publicUrl' | 'signInLimits';

/** The sessions of a person (additions). */
export const sessionRoutes: Routes<Used> = (app, deps) => {
	const { store, clock, publicUrl, signInLimits: limits } = deps;
	const defineRoute = routeDefiner(app, {
		tag: 'People',
		access: 'signed in',
		extension: true,
		config: { withoutSecondFactor: true },
	});
	const pageOf = (request: FastifyRequest) => ({
		relyingParty: relyingPartyOf(request, publicUrl),
		now: clock.now(),
	});

	defineRoute({
		method: 'GET',
		url: '/admin/v1/session',
		operationId: 'getSession',
		summary: 'Get the current session',
		description: 'owner_not_set: nobody can sign in until a password is set by a one-time link.',
		data: CurrentSession,
		handler: async (request) => {
			const caller = personAt(request);
			return currentSessionView(caller, await secondFactorsOf(store.read, caller.user), clock.now());
		},
	});

	defineRoute({
		method: 'DELETE',
		url: '/admin/v1/session',
		operationId: 'signOut',
		summary: 'Sign out',
		response: Done,
		handler: async (request, reply) => {
			await signOut(deps, personAt(request));
			clearSession(request, reply, publicUrl);
			reply.header('Clear-Site-Data', '"cache"');
			return { success: true, message: 'You are signed out.' };
		},
	});

	defineRoute({
		method: 'POST',
		url: '/admin/v1/session/confirm',
		operationId: 'confirmSession',
		summary: 'Confirm the session, for sensitive operations',
		description:
			'By the password, and the code of the authenticator app where there is one, or by a passkey. The confirmation lasts five minutes. The session gets a new cookie and a new CSRF token.',
		body: ConfirmBody,
		data: Confirmed,
		errors: ['invalid_password', 'second_factor_required', 'invalid_code', 'invalid_passkey'],
		handler: async (request, reply) => {
			const { body, ip } = request;
			const caller = personAt(request);
			const confirm = (): Promise<ConfirmedSession> => {
				const { password, passkey, ...factor } = body;
				const client = clientOf(request);
				if (passkey !== undefined)
					return confirmByPasskey(deps, passkey, caller, { ...pageOf(request), client });
				if (password === undefined) throw new GatewayError('invalid_parameters', 'Send password or passkey.');
				const limitCodes: LimitCodes = (userId, guess) => limits.attemptCode(ip, userId, guess);
				return confirmByPassword(deps, { ...factor, password }, caller, { client, limitCodes });
			};
			const { until, token, csrfToken } = await limits.attempt(ip, confirm);
			setSession(request, reply, { token, publicUrl });
			return { confirmedUntil: timestamp(until), csrfToken };
		},
	});

	defineRoute({
		method: 'POST',
		url: '/admin/v1/session/confirm/passkey-options',
		operationId: 'getPasskeyConfirmationOptions',
		summary: 'Get the WebAuthn options to confirm the session with a passkey',
		body: Type.Object({}, { additionalProperties: false }),
		data: PasskeyRequestOptions,
		handler: async (request) => ({
			options: await passkeyRequestOptions(deps, personAt(request), pageOf(request)),
		}),
	});

	defineRoute({
		method: 'GET',
		url: '/admin/v1/sessions',
		operationId: 'listSessions',
		summary: 'List your sessions, newest first',
		data: Type.Array(Session),
		handler: async (request) => {
			const caller = personAt(request);
			const now = clock.now();
			const sessions = await listSessions(store.read, caller.actor);
			return sessions.filter((session) => endOf(session) > now).map((one) => sessionView(one, caller));
		},
	});

	defineRoute({
		method: 'DELETE',
		url: '/admin/v1/sessions/:sessionId',
		confirmed: true,
		operationId: 'revokeSession',
		summary: 'End one of your sessions',
		params: Type.Object({ sessionId: IdOf('ses', 'The session.') }),
		response: Done,
		errors: ['session_not_found'],
		handler: async (request, reply) => {
			const { sessionId } = request.params;
			const caller = personAt(request);
			await revokeSession(deps, sessionId, caller);
			if (sessionId === caller.id) clearSession(request, reply, publicUrl);
			return { success: true, message: 'The session has ended.' };
		},
	});

	defineRoute({
		method: 'DELETE',
		url: '/admin/v1/sessions',
		confirmed: true,
		operationId: 'revokeSessions',
		summary: 'End all your sessions, this one included',
		response: Done,
		handler: async (request, reply) => {
			const { actor } = personAt(request);
			await revokeSessions(deps, actor, actor);
			clearSession(request, reply, publicUrl);
			return { success: true, message: 'All your sessions have ended.' };
		},
	});
	return Promise.resolve();
};
