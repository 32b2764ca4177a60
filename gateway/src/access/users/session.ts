import { HOUR } from '../../domain/duration.ts';
import { GatewayError } from '../../domain/error.ts';
import type { NewId, SessionId, UserId } from '../../domain/ids.ts';
import type { Scope } from '../../domain/access/scope.ts';
import { scopesOf } from '../../domain/access/user.ts';
import { constantTimeEqual } from '../../lib/crypto/constant-time.ts';
import type { SignInMethod, UserRow, UserSessionRow } from '../../store/schema.ts';
import type { SessionOfUser } from '../../store/access/user-sessions.ts';
import { hashToken } from './secret-token.ts';

/** Milliseconds after which an unused session ends, and after which every session ends. */
const IDLE_LIMIT = 12 * HOUR;
export const LONGEST_SESSION = 7 * 24 * HOUR;
/** Milliseconds for which a confirmation allows sensitive operations. */
const CONFIRMATION_LIFETIME = 5 * 60_000;
/** Most characters that are stored of a User-Agent header. */
const USER_AGENT_LENGTH = 256;

/** A person, identified by a session. */
export interface UserCaller {
	kind: 'user';
	id: SessionId;
	actor: UserId;
	/** The scopes of the role; null: all. */
	scopes: readonly Scope[] | null;
	/** All instances. */
	instanceIds: null;
	lastUsedAt: number;
	session: UserSessionRow;
	user: UserRow;
}

/** The client that signs in. */
export interface ClientInfo {
	address: string;
	userAgent: string | undefined;
}

/** The two secrets of a session, of which only hashes are stored. */
export interface SessionSecrets {
	/** The value of the cookie, which the browser sends to every port of the host. */
	token: string;
	/** The CSRF token, which the page stores for its own origin and sends with every request. */
	csrfToken: string;
}

/** Returns the row of a new session. */
export function sessionRow(
	newId: NewId,
	{ token, csrfToken }: SessionSecrets,
	{ userId, method, client, now }: { userId: UserId; method: SignInMethod; client: ClientInfo; now: number },
): UserSessionRow {
	return {
		id: newId('ses'),
		user_id: userId,
		hash: hashToken(token),
		csrf_hash: hashToken(csrfToken),
		method,
		address: client.address,
		user_agent: client.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
		created_at: now,
		last_used_at: now,
		expires_at: now + LONGEST_SESSION,
		confirmed_at: null,
	};
}

/** Returns the time (epoch milliseconds) at which a session ends if it is not used again. */
export function endOf(session: UserSessionRow): number {
	return Math.min(session.expires_at, session.last_used_at + IDLE_LIMIT);
}

/** Returns a time in epoch milliseconds: sessions last used before it have ended. */
export function idleCutoff(now: number): number {
	return now - IDLE_LIMIT;
}

/** Returns the person whose session has this token. Throws not_signed_in: there is no such session, or it has ended. */
export async function userOf(
	find: (hash: string) => Promise<SessionOfUser | undefined>,
	token: string,
	now: number,
): Promise<UserCaller> {
	const found = await find(hashToken(token));
	if (found === undefined || endOf(found.session) <= now) throw notSignedIn();
	return callerOf(found);
}

/** Returns a person as the caller of a session. */
export function callerOf({ session, user }: SessionOfUser): UserCaller {
	return {
		kind: 'user',
		id: session.id,
		actor: user.id,
		scopes: scopesOf(user.role),
		instanceIds: null,
		lastUsedAt: session.last_used_at,
		session,
		user,
	};
}

/** The error for a request without a valid session. */
export function notSignedIn(): GatewayError {
	return new GatewayError(
		'not_signed_in',
		'You are not signed in, or your session has ended. Sign in on the page of the gateway.',
	);
}

/** Whether a token is the CSRF token of the session. */
export function isCsrfToken(given: string, session: UserSessionRow): boolean {
	return constantTimeEqual(hashToken(given), session.csrf_hash);
}

/**
 * When the confirmation of a session ends, in epoch milliseconds; null: there is none. A person whom a proxy signs in,
 * and who has neither a password nor a passkey here, is confirmed by the proxy alone, with every request.
 */
export function confirmedUntil({ session, user }: UserCaller, now: number): number | null {
	if (session.method === 'proxy' && user.password_hash === null) return endOf(session);
	if (session.confirmed_at === null) return null;
	const end = session.confirmed_at + CONFIRMATION_LIFETIME;
	return end > now ? end : null;
}

/** Throws confirmation_required where the person has not proved again, in this session, who they are. */
export function requireConfirmation(caller: UserCaller, now: number): void {
	if (confirmedUntil(caller, now) !== null) return;
	throw new GatewayError(
		'confirmation_required',
		'This needs your password or a passkey again. Confirm it with POST /admin/v1/session/confirm, then repeat the request within five minutes.',
	);
}
