import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Type } from 'typebox';
import type { SignedIn, SignInRequest } from '../../access/users/begin-session.ts';
import { acceptLink } from '../../access/users/links.ts';
import { passkeyRequestOptions, signInByPasskey } from '../../access/users/passkeys.ts';
import { proxyUserOf, signInByProxy } from '../../access/users/proxy-sign-in.ts';
import { secondFactorsOf } from '../../access/users/second-factor.ts';
import { signIn } from '../../access/users/sign-in.ts';
import { anyPasswordExists } from '../../store/access/users.ts';
import { verifyOrigin } from '../server/authentication/csrf.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { UNREADABLE_BODY } from '../server/schemas/responses.ts';
import { setSession } from '../server/authentication/session-cookie.ts';
import { clientOf, relyingPartyOf } from './client.ts';
import {
	NewSession,
	PasskeyRequestOptions,
	PasskeySignInBody,
	SetupBody,
	SignInBody,
	SignInInfo,
} from './schema.ts';
import { currentSessionView } from './view.ts';

/** Codes of the operations that begin a session. */
const ENTRY_ERRORS = [
	...UNREADABLE_BODY,
	'origin_not_allowed',
	'https_required',
	'rate_limit_exceeded',
	'internal_error',
	'service_unavailable',
] as const;

type Used =
	| 'store'
	| 'clock'
	| 'newId'
	| 'entropy'
	| 'passwords'
	| 'sealer'
	| 'publicUrl'
	| 'signInProxy'
	| 'signInLimits';

/** How people sign in (additions). */
export const signInRoutes: Routes<Used> = (app, deps) => {
	const { store, clock, publicUrl, signInProxy, signInLimits: limits } = deps;
	const defineRoute = routeDefiner(app, { tag: 'People', access: 'public', extension: true });
	const onRequest: onRequestHookHandler = (request, _reply, done) => {
		verifyOrigin(request, publicUrl);
		done();
	};

	const requestOf = (request: FastifyRequest): SignInRequest => ({
		client: clientOf(request),
		now: clock.now(),
		previous:
			'caller' in request.identity && request.identity.caller.kind === 'user'
				? request.identity.caller
				: null,
	});
	const enter = async (request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) => {
		const { caller, token, csrfToken } = signedIn;
		setSession(request, reply, { token, publicUrl });
		const factors = await secondFactorsOf(store.read, caller.user);
		return { ...currentSessionView(caller, factors, clock.now()), csrfToken };
	};

	defineRoute({
		method: 'GET',
		url: '/admin/v1/sign-in',
		options: { onRequest },
		operationId: 'getSignIn',
		summary: 'Get the ways to sign in',
		data: SignInInfo,
		errors: [
			'origin_not_allowed',
			'https_required',
			'rate_limit_exceeded',
			'internal_error',
			'service_unavailable',
		],
		handler: async (request) => ({
			setUp: await anyPasswordExists(store.read),
			proxyUser: proxyUserOf(signInProxy, request.raw),
		}),
	});

	defineRoute({
		method: 'POST',
		url: '/admin/v1/setup',
		options: { onRequest },
		operationId: 'setUp',
		summary: 'Set a password by a one-time link, and sign in',
		description:
			'The first link makes the first owner; the gateway prints it at its first start. Owners make links for others, and `messaging-gateway owner reset` prints one. All earlier sessions of the person end.',
		body: SetupBody,
		status: 201,
		data: NewSession,
		errors: [...ENTRY_ERRORS, 'invalid_setup_link', 'password_too_weak', 'name_taken'],
		// Links cannot be guessed, so their attempts need no limit of their own.
		handler: async (request, reply) =>
			enter(request, reply, await acceptLink(deps, request.body, requestOf(request))),
	});

	defineRoute({
		method: 'POST',
		url: '/admin/v1/session',
		options: { onRequest },
		operationId: 'signIn',
		summary: 'Sign in with name and password, and get a session in a cookie',
		description:
			'For a person with a second factor, the response is second_factor_required: repeat the request with code or recoveryCode, or sign in with the passkey. After five failures from one network each further one doubles the wait, from a second up to 15 minutes (30 seconds where somebody has signed in from before).',
		body: SignInBody,
		status: 201,
		data: NewSession,
		errors: [...ENTRY_ERRORS, 'invalid_password', 'second_factor_required', 'invalid_code', 'owner_not_set'],
		handler: async (request, reply) => {
			const { body, ip } = request;
			const attempt = () =>
				signIn(deps, body, requestOf(request), (userId, guess) => limits.attemptCode(ip, userId, guess));
			return enter(request, reply, await limits.attempt(ip, attempt));
		},
	});

	defineRoute({
		method: 'POST',
		url: '/admin/v1/session/passkey/options',
		options: { onRequest },
		operationId: 'getPasskeySignInOptions',
		summary: 'Get the WebAuthn options to sign in with a passkey',
		body: Type.Object({}, { additionalProperties: false }),
		data: PasskeyRequestOptions,
		errors: ENTRY_ERRORS,
		handler: async (request) => {
			const page = { relyingParty: relyingPartyOf(request, publicUrl), now: clock.now() };
			return { options: await passkeyRequestOptions(deps, null, page) };
		},
	});

	defineRoute({
		method: 'POST',
		url: '/admin/v1/session/passkey',
		options: { onRequest },
		operationId: 'signInWithPasskey',
		summary: 'Sign in with a passkey, without a password',
		body: PasskeySignInBody,
		status: 201,
		data: NewSession,
		errors: [...ENTRY_ERRORS, 'invalid_passkey'],
		handler: async (request, reply) => {
			const party = relyingPartyOf(request, publicUrl);
			const attempt = () => signInByPasskey(deps, request.body.response, requestOf(request), party);
			return enter(request, reply, await limits.attempt(request.ip, attempt));
		},
	});

	defineRoute({
		method: 'POST',
		url: '/admin/v1/session/proxy',
		options: { onRequest },
		operationId: 'signInByProxy',
		summary: 'Sign in as the person whom a trusted proxy names',
		description:
			'Where GATEWAY_SIGN_IN_HEADER is set. The session lasts as long as the proxy names the same person.',
		body: Type.Object({}, { additionalProperties: false }),
		status: 201,
		data: NewSession,
		errors: [...ENTRY_ERRORS, 'not_signed_in', 'user_not_found'],
		handler: async (request, reply) => {
			const named = { proxy: signInProxy, name: proxyUserOf(signInProxy, request.raw) };
			return enter(request, reply, await signInByProxy(deps, named, requestOf(request)));
		},
	});
	return Promise.resolve();
};
