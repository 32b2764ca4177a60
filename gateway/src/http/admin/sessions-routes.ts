import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Type } from 'typebox';
import { GatewayError } from '../../domain/error.ts';
import { OWNER } from '../../domain/owner.ts';
import { endOf, type OwnerCaller } from '../../owner/session.ts';
import { changePassword, setUp, signIn, type Request, type SignedIn } from '../../owner/sign-in.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import { deleteSession, deleteSessions, listSessions } from '../../store/access/owner-sessions.ts';
import type { Routes } from '../server/dependencies.ts';
import { verifyOrigin } from '../server/csrf.ts';
import { PRIVATE_HEADERS, ownerAt } from '../server/authentication.ts';
import { CurrentSession, PasswordBody, Session, SetupBody, SignInBody } from './schema.ts';
import { EXTENSION, IdOf } from '../server/fields.ts';
import {
	BODY_ERRORS,
	Data,
	Done,
	errorResponsesOfOwner,
	errorResponsesWithoutKey,
	UNREADABLE_BODY,
} from '../server/responses.ts';
import { clearSession, setSession } from './session-cookie.ts';
import { createSignInLimits } from './sign-in-limits.ts';
import { currentSessionView, sessionView } from './view.ts';

const tags = ['Owner'];
/** Codes of operations by which one gets in, and which nobody is signed in for. */
const ENTRY_ERRORS = [
	...UNREADABLE_BODY,
	'origin_not_allowed',
	'https_required',
	'rate_limit_exceeded',
	'internal_error',
	'service_unavailable',
] as const;

/** How the owner comes in, stays and leaves (additions). */
export const adminSessionRoutes: Routes = (app, dependencies) => {
	const { store, clock, newId, publicUrl } = dependencies;
	const limits = createSignInLimits(store.pool);
	const fromOwnOrigin: onRequestHookHandler = (request, _reply, done) => {
		verifyOrigin(request, publicUrl);
		done();
	};

	const requestOf = (request: FastifyRequest): Request => ({
		visitor: { address: request.ip, userAgent: request.headers['user-agent'] },
		now: clock.now(),
		before:
			'caller' in request.identity && request.identity.caller.kind === 'owner'
				? request.identity.caller
				: null,
	});
	const letIn = (reply: FastifyReply, { caller, token }: SignedIn) => {
		setSession(reply, token);
		reply.code(201).headers(PRIVATE_HEADERS);
		return { success: true, data: currentSessionView(caller) };
	};
	/** Counts a guess at the password, and forgets those before when it was right. */
	const guarded = async <T>(address: string, guess: () => Promise<T>): Promise<T> => {
		await limits.begin(address);
		const result = await guess();
		await limits.succeeded(address);
		return result;
	};

	app.post(
		'/admin/v1/setup',
		{
			config: { access: 'public' },
			onRequest: fromOwnOrigin,
			schema: {
				tags,
				...EXTENSION,
				operationId: 'setUpOwner',
				summary: "Set the owner's password by a one-time link, and sign in",
				description:
					'The link is printed when the gateway starts for the first time, and by `messaging-gateway owner reset`. All sessions there were end.',
				body: SetupBody,
				response: {
					201: Data(CurrentSession),
					...errorResponsesWithoutKey(...ENTRY_ERRORS, 'invalid_setup_link'),
				},
			},
		},
		async (request, reply) => letIn(reply, await setUp(dependencies, request.body, requestOf(request))),
	);

	app.post(
		'/admin/v1/session',
		{
			config: { access: 'public' },
			onRequest: fromOwnOrigin,
			schema: {
				tags,
				...EXTENSION,
				operationId: 'signIn',
				summary: 'Sign in with the password, and get a session in a cookie',
				description:
					'Ten wrong passwords from one address within 15 minutes, or a hundred from all together, are answered with rate_limit_exceeded after that.',
				body: SignInBody,
				response: {
					201: Data(CurrentSession),
					...errorResponsesWithoutKey(...ENTRY_ERRORS, 'invalid_password', 'owner_not_set'),
				},
			},
		},
		async (request, reply) => {
			const signedIn = await guarded(request.ip, () =>
				signIn(dependencies, request.body.password, requestOf(request)),
			);
			return letIn(reply, signedIn);
		},
	);

	app.get(
		'/admin/v1/session',
		{
			config: { access: 'owner' },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'getSession',
				summary: 'Tell whether one is signed in',
				description: 'owner_not_set: nobody can sign in until a password is set by a one-time link.',
				response: { 200: Data(CurrentSession), ...errorResponsesOfOwner() },
			},
		},
		(request) => ({ success: true, data: currentSessionView(ownerAt(request)) }),
	);

	app.delete(
		'/admin/v1/session',
		{
			config: { access: 'owner' },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'signOut',
				summary: 'Sign out',
				response: { 200: Done, ...errorResponsesOfOwner('csrf_token_required') },
			},
		},
		async (request, reply) => {
			const caller = ownerAt(request);
			await store.commit(async ({ db, emit }) => {
				await deleteSession(db, caller.id);
				emit({ kind: 'sessions_ended', sessionIds: [caller.id] });
				const act = { action: 'owner.signed_out' as const, target: caller.id };
				await recordAudit(db, newId, { actor: OWNER, at: clock.now() }, act);
			});
			clearSession(reply);
			return { success: true, message: 'You are signed out.' };
		},
	);

	app.get(
		'/admin/v1/sessions',
		{
			config: { access: 'owner' },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'listSessions',
				summary: 'List where the owner is signed in, newest first',
				response: { 200: Data(Type.Array(Session)), ...errorResponsesOfOwner() },
			},
		},
		async (request) => {
			const now = clock.now();
			const sessions = (await listSessions(store.read)).filter((session) => endOf(session) > now);
			const caller: OwnerCaller = ownerAt(request);
			return { success: true, data: sessions.map((session) => sessionView(session, caller)) };
		},
	);

	app.delete(
		'/admin/v1/sessions/:sessionId',
		{
			config: { access: 'owner' },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'revokeSession',
				summary: 'End one session',
				params: Type.Object({ sessionId: IdOf('ses', 'The session.') }),
				response: { 200: Done, ...errorResponsesOfOwner('csrf_token_required', 'session_not_found') },
			},
		},
		async (request, reply) => {
			const { sessionId } = request.params;
			const caller = ownerAt(request);
			await store.commit(async ({ db, emit }) => {
				if (!(await deleteSession(db, sessionId))) {
					throw new GatewayError('session_not_found', 'There is no such session, or it has ended.');
				}
				emit({ kind: 'sessions_ended', sessionIds: [sessionId as OwnerCaller['id']] });
				const act = { action: 'session.revoked' as const, target: sessionId };
				await recordAudit(db, newId, { actor: OWNER, at: clock.now() }, act);
			});
			if (sessionId === caller.id) clearSession(reply);
			return { success: true, message: 'The session has ended.' };
		},
	);

	app.delete(
		'/admin/v1/sessions',
		{
			config: { access: 'owner' },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'revokeSessions',
				summary: 'Sign out everywhere, here too',
				response: { 200: Done, ...errorResponsesOfOwner('csrf_token_required') },
			},
		},
		async (_request, reply) => {
			await store.commit(async ({ db, emit }) => {
				const sessionIds = await deleteSessions(db, null);
				emit({ kind: 'sessions_ended', sessionIds });
				const details = { sessions: sessionIds.length };
				const act = { action: 'sessions.revoked' as const, target: OWNER, details };
				await recordAudit(db, newId, { actor: OWNER, at: clock.now() }, act);
			});
			clearSession(reply);
			return { success: true, message: 'All sessions have ended.' };
		},
	);

	app.put(
		'/admin/v1/password',
		{
			config: { access: 'owner' },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'changePassword',
				summary: 'Set another password; all other sessions end',
				body: PasswordBody,
				response: { 200: Done, ...errorResponsesOfOwner(...BODY_ERRORS, 'invalid_password') },
			},
		},
		async (request) => {
			const caller = ownerAt(request);
			await guarded(request.ip, () => changePassword(dependencies, request.body, caller, clock.now()));
			return { success: true, message: 'The password is changed, and all other sessions have ended.' };
		},
	);
	return Promise.resolve();
};
