import { GatewayError } from '../domain/error.ts';
import type { NewId } from '../domain/ids.ts';
import { OWNER } from '../domain/owner.ts';
import { recordAudit, type AuditAction } from '../store/access/audit-log.ts';
import type { CommitScope } from '../store/commit/group-commit.ts';
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

/** What signing in works with. */
export interface SignInDeps {
	store: Store;
	newId: NewId;
	entropy: RandomBytes;
	passwords: Passwords;
}

/** A session that was just begun, and what its cookie holds: given away this once. */
export interface SignedIn {
	caller: OwnerCaller;
	token: string;
}

/** One who asks to be let in. */
export interface Request {
	visitor: ClientInfo;
	now: number;
	/** The session this browser was in until now; it ends. */
	before: OwnerCaller | null;
}

/**
 * Sets the owner's password by a link, once; all sessions end, and a new one begins. Throws invalid_setup_link.
 */
export async function setUp(
	port: SignInDeps,
	given: { token: string; password: string },
	request: Request,
): Promise<SignedIn> {
	const { store, passwords } = port;
	const hash = hashToken(given.token);
	// Looked up first: only a good link is worth the work of hashing a password.
	if (!(await setupLinkExists(store.read, hash, request.now))) throw invalidSetupLink();
	const passwordHash = await passwords.hash(given.password);
	return store.commit(async (scope) => {
		if (!(await consumeSetupLink(scope.db, hash, request.now))) throw invalidSetupLink();
		await upsertPassword(scope.db, passwordHash, request.now);
		await deleteSetupLinks(scope.db);
		scope.emit({ kind: 'sessions_ended', sessionIds: await deleteSessions(scope.db, null) });
		return begin(port, scope, 'owner.set_up', request);
	});
}

/** Begins a session. Throws owner_not_set, or invalid_password, which is audited too. */
export async function signIn(port: SignInDeps, password: string, request: Request): Promise<SignedIn> {
	const { store, newId, passwords } = port;
	const owner = await findOwner(store.read);
	if (owner === undefined) throw ownerNotSet();
	if (!(await passwords.verify(password, owner.password_hash))) {
		const act = { action: 'owner.sign_in_failed' as const, target: OWNER, details: detailsOf(request) };
		await store.commit(({ db }) => recordAudit(db, newId, { actor: 'nobody', at: request.now }, act));
		throw invalidPassword();
	}
	return store.commit(async (scope) => {
		// The password may have been changed while this one was being checked.
		const current = await findOwner(scope.db);
		if (current?.password_hash !== owner.password_hash) throw invalidPassword();
		return begin(port, scope, 'owner.signed_in', request);
	});
}

/** Sets another password, and ends all sessions but the one it is done from. Throws invalid_password. */
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

/** A new session with a new token: what the browser brought along is never taken over. */
async function begin(
	{ newId, entropy }: SignInDeps,
	{ db, emit }: CommitScope,
	action: AuditAction,
	request: Request,
): Promise<SignedIn> {
	const { visitor, now, before } = request;
	await deleteEndedSessions(db, now, idleCutoff(now));
	if (before !== null) {
		await deleteSession(db, before.id);
		emit({ kind: 'sessions_ended', sessionIds: [before.id] });
	}
	const token = makeToken(entropy);
	const session = sessionRow(newId, token, visitor, now);
	await insertSession(db, session);
	const details = { sessionId: session.id, ...detailsOf(request) };
	await recordAudit(db, newId, { actor: OWNER, at: now }, { action, target: OWNER, details });
	return { caller: callerOf(session, token), token };
}

function detailsOf({ visitor }: Request): Record<string, unknown> {
	return { address: visitor.address };
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
		'This is not the password of the owner. Whoever forgot it gets a new one with: messaging-gateway owner reset',
	);
}
