import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Type } from 'typebox';
import { revokeSession, revokeSessions, signOut } from '../../owner/end-sessions.ts';
import { endOf } from '../../owner/session.ts';
import { changePassword, setUp, signIn, type SignedIn, type SignInRequest } from '../../owner/sign-in.ts';
import { listSessions } from '../../store/access/owner-sessions.ts';
import { ownerAt, PRIVATE_HEADERS } from '../server/authentication.ts';
import { verifyOrigin } from '../server/csrf.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { IdOf } from '../server/fields.ts';
import { Done, UNREADABLE_BODY } from '../server/responses.ts';
import { CurrentSession, PasswordBody, Session, SetupBody, SignInBody } from './schema.ts';
import { clearSession, setSession } from '../server/session-cookie.ts';
import { createSignInLimits } from './sign-in-limits.ts';
import { currentSessionView, sessionView } from './view.ts';

/** Codes of the operations that begin a session. */
const ENTRY_ERRORS = [
	...UNREADABLE_BODY,
	'origin_not_allowed',
	'https_required',
	'rate_limit_exceeded',
	'internal_error',
	'service_unavailable',
] as const;

type Used = 'store' | 'clock' | 'newId' | 'entropy' | 'passwords' | 'publicUrl';

/** How the owner signs in and out (additions). */
export const adminSessionRoutes: Routes<Used> = (app, deps) => {
	const { store, clock, publicUrl } = deps;
	const limits = createSignInLimits(store.pool);
	const defineRoute = routeDefiner(app, { tag: 'Owner', access: 'owner', extension: true });
	const onRequest: onRequestHookHandler = (request, _reply, done) => {
		verifyOrigin(request, publicUrl);
		done();
	};

	const requestOf = (request: FastifyRequest): SignInRequest => ({
		client: { address: request.ip, userAgent: request.headers['user-agent'] },
		now: clock.now(),
		previous:
			'caller' in request.identity && request.identity.caller.kind === 'owner'
				? request.identity.caller
				: null,
	});
	const enter = (reply: FastifyReply, { caller, token }: SignedIn) => {
		setSession(reply, token);
		reply.headers(PRIVATE_HEADERS);
		return currentSessionView(caller);
	};

	defineRoute({
		method: 'POST',
		url: '/admin/v1/setup',
		access: 'public',
		options: { onRequest },
		operationId: 'setUpOwner',
		summary: "Set the owner's password by a one-time link, and sign in",
		description:
			'The link is printed when the gateway starts for the first time, and by `messaging-gateway owner reset`. All sessions there were end.',
		body: SetupBody,
		status: 201,
		data: CurrentSession,
		errors: [...ENTRY_ERRORS, 'invalid_setup_link'],
		handler: async (request, reply) => enter(reply, await setUp(deps, request.body, requestOf(request))),
	});

	defineRoute({
		method: 'POST',
		url: '/admin/v1/session',
		access: 'public',
		options: { onRequest },
		operationId: 'signIn',
		summary: 'Sign in with the password, and get a session in a cookie',
		description:
			'Ten wrong passwords from one address within 15 minutes, or a hundred from all together, are answered with rate_limit_exceeded after that.',
		body: SignInBody,
		status: 201,
		data: CurrentSession,
		errors: [...ENTRY_ERRORS, 'invalid_password', 'owner_not_set'],
		handler: async (request, reply) => {
			const { password } = request.body;
			return enter(reply, await limits.attempt(request.ip, () => signIn(deps, password, requestOf(request))));
		},
	});

	defineRoute({
		method: 'GET',
		url: '/admin/v1/session',
		operationId: 'getSession',
		summary: 'Tell whether one is signed in',
		description: 'owner_not_set: nobody can sign in until a password is set by a one-time link.',
		data: CurrentSession,
		handler: (request) => currentSessionView(ownerAt(request)),
	});

	defineRoute({
		method: 'DELETE',
		url: '/admin/v1/session',
		operationId: 'signOut',
		summary: 'Sign out',
		response: Done,
		handler: async (request, reply) => {
			await signOut(deps, ownerAt(request).id);
			clearSession(reply);
			return { success: true, message: 'You are signed out.' };
		},
	});

	defineRoute({
		method: 'GET',
		url: '/admin/v1/sessions',
		operationId: 'listSessions',
		summary: 'List where the owner is signed in, newest first',
		data: Type.Array(Session),
		handler: async (request) => {
			const now = clock.now();
			const sessions = (await listSessions(store.read)).filter((session) => endOf(session) > now);
			return sessions.map((session) => sessionView(session, ownerAt(request)));
		},
	});

	defineRoute({
		method: 'DELETE',
		url: '/admin/v1/sessions/:sessionId',
		operationId: 'revokeSession',
		summary: 'End one session',
		params: Type.Object({ sessionId: IdOf('ses', 'The session.') }),
		response: Done,
		errors: ['session_not_found'],
		handler: async (request, reply) => {
			const { sessionId } = request.params;
			await revokeSession(deps, sessionId);
			if (sessionId === ownerAt(request).id) clearSession(reply);
			return { success: true, message: 'The session has ended.' };
		},
	});

	defineRoute({
		method: 'DELETE',
		url: '/admin/v1/sessions',
		operationId: 'revokeSessions',
		summary: 'Sign out everywhere, here too',
		response: Done,
		handler: async (_request, reply) => {
			await revokeSessions(deps);
			clearSession(reply);
			return { success: true, message: 'All sessions have ended.' };
		},
	});

	defineRoute({
		method: 'PUT',
		url: '/admin/v1/password',
		operationId: 'changePassword',
		summary: 'Set another password; all other sessions end',
		body: PasswordBody,
		response: Done,
		errors: ['invalid_password'],
		handler: async (request) => {
			const caller = ownerAt(request);
			await limits.attempt(request.ip, () => changePassword(deps, request.body, caller, clock.now()));
			return { success: true, message: 'The password is changed, and all other sessions have ended.' };
		},
	});
	return Promise.resolve();
};
