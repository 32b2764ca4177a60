import { GatewayError } from '../domain/error.ts';
import type { NewId } from '../domain/ids.ts';
import { OWNER } from '../domain/owner.ts';
import { recordAudit, type AuditAction } from '../store/access/audit-log.ts';
import type { CommitScope } from '../store/commit/scope.ts';
import {
	findOwner,
	upsertPassword,
	deleteSetupLinks,
	setupLinkExists,
	consumeSetupLink,
} from '../store/access/owner.ts';
import {
	deleteEndedSessions,
	deleteSession,
	deleteSessions,
	insertSession,
} from '../store/access/owner-sessions.ts';
import type { Store } from '../store/store.ts';
import type { RandomBytes } from '../runtime/system.ts';
import type { Passwords } from './password.ts';
import { hashToken, makeToken } from './secret-token.ts';
import { callerOf, sessionRow, idleCutoff, type OwnerCaller, type ClientInfo } from './session.ts';
import { invalidSetupLink } from './setup.ts';

export interface SignInDeps {
	store: Store;
	newId: NewId;
	entropy: RandomBytes;
	passwords: Passwords;
}

/** A new session, and the value of its cookie, which is stored nowhere. */
export interface SignedIn {
	caller: OwnerCaller;
	token: string;
}

export interface SignInRequest {
	client: ClientInfo;
	now: number;
	/** The session in which the browser sends the request; it ends. */
	previous: OwnerCaller | null;
}

/**
 * Sets the owner's password by a one-time link, ends all sessions and begins a new one. Throws invalid_setup_link.
 */
export async function setUp(
	deps: SignInDeps,
	setup: { token: string; password: string },
	request: SignInRequest,
): Promise<SignedIn> {
	const { store, passwords } = deps;
	const hash = hashToken(setup.token);
	// Checked first, because hashing a password is expensive.
	if (!(await setupLinkExists(store.read, hash, request.now))) throw invalidSetupLink();
	const passwordHash = await passwords.hash(setup.password);
	return store.commit(async (scope) => {
		if (!(await consumeSetupLink(scope.db, hash, request.now))) throw invalidSetupLink();
		await upsertPassword(scope.db, passwordHash, request.now);
		await deleteSetupLinks(scope.db);
		scope.emit({ kind: 'sessions_ended', sessionIds: await deleteSessions(scope.db, null) });
		return beginSession(deps, scope, 'owner.set_up', request);
	});
}

/** Begins a session. Throws owner_not_set, and invalid_password, which is written to the audit log. */
export async function signIn(deps: SignInDeps, password: string, request: SignInRequest): Promise<SignedIn> {
	const { store, newId, passwords } = deps;
	const owner = await findOwner(store.read);
	if (owner === undefined) throw ownerNotSet();
	if (!(await passwords.verify(password, owner.password_hash))) {
		const act = { action: 'owner.sign_in_failed' as const, target: OWNER, details: detailsOf(request) };
		await store.commit(({ db }) => recordAudit(db, newId, { actor: 'nobody', at: request.now }, act));
		throw invalidPassword();
	}
	return store.commit(async (scope) => {
		// The password may have been changed while it was verified.
		const current = await findOwner(scope.db);
		if (current?.password_hash !== owner.password_hash) throw invalidPassword();
		return beginSession(deps, scope, 'owner.signed_in', request);
	});
}

/** Sets another password, and ends all sessions but the caller's. Throws invalid_password. */
export async function changePassword(
	{ store, newId, passwords }: SignInDeps,
	change: { currentPassword: string; newPassword: string },
	caller: OwnerCaller,
	now: number,
): Promise<void> {
	const owner = await findOwner(store.read);
	if (owner === undefined || !(await passwords.verify(change.currentPassword, owner.password_hash))) {
		throw invalidPassword();
	}
	const passwordHash = await passwords.hash(change.newPassword);
	await store.commit(async ({ db, emit }) => {
		const current = await findOwner(db);
		if (current?.password_hash !== owner.password_hash) throw invalidPassword();
		await upsertPassword(db, passwordHash, now);
		await deleteSetupLinks(db);
		emit({ kind: 'sessions_ended', sessionIds: await deleteSessions(db, caller.id) });
		const act = { action: 'owner.password_changed' as const, target: OWNER };
		await recordAudit(db, newId, { actor: OWNER, at: now }, act);
	});
}

/** Begins a session with a new token; a token that the browser sent is never reused (session fixation). */
async function beginSession(
	{ newId, entropy }: SignInDeps,
	{ db, emit }: CommitScope,
	action: AuditAction,
	request: SignInRequest,
): Promise<SignedIn> {
	const { client, now, previous } = request;
	await deleteEndedSessions(db, now, idleCutoff(now));
	if (previous !== null) {
		await deleteSession(db, previous.id);
		emit({ kind: 'sessions_ended', sessionIds: [previous.id] });
	}
	const token = makeToken(entropy);
	const session = sessionRow(newId, token, client, now);
	await insertSession(db, session);
	const details = { sessionId: session.id, ...detailsOf(request) };
	await recordAudit(db, newId, { actor: OWNER, at: now }, { action, target: OWNER, details });
	return { caller: callerOf(session, token), token };
}

function detailsOf({ client }: SignInRequest): Record<string, unknown> {
	return { address: client.address };
}

export function ownerNotSet(): GatewayError {
	return new GatewayError(
		'owner_not_set',
		'The owner of this gateway has no password yet. Open the link that the gateway printed when it started, or get a new one with: messaging-gateway owner reset',
	);
}

function invalidPassword(): GatewayError {
	return new GatewayError(
		'invalid_password',
		'This is not the password of the owner. Reset a forgotten password with: messaging-gateway owner reset',
	);
}
