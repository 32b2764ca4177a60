import { createHmac } from 'node:crypto';
import { GatewayError } from '../domain/error.ts';
import type { NewId, SessionId } from '../domain/ids.ts';
import { OWNER } from '../domain/owner.ts';
import { constantTimeEqual } from '../lib/constant-time.ts';
import type { OwnerSessionRow } from '../store/schema.ts';
import { hashToken } from './secret-token.ts';

const HOUR = 3_600_000;
/** Milliseconds after which an unused session ends, and after which every session ends. */
const IDLE_LIMIT = 12 * HOUR;
export const LONGEST_SESSION = 7 * 24 * HOUR;
/** Most characters that are stored of a User-Agent header. */
const USER_AGENT_LENGTH = 256;

/** The owner, identified by a session. */
export interface OwnerCaller {
	kind: 'owner';
	id: SessionId;
	actor: typeof OWNER;
	/** Full access. */
	scopes: null;
	/** All instances. */
	instanceIds: null;
	lastUsedAt: number;
	session: OwnerSessionRow;
	/** Every write sends this token, because browsers send the cookie with requests of other sites too. */
	csrfToken: string;
}

/** The client that signs in. */
export interface ClientInfo {
	address: string;
	userAgent: string | undefined;
}

/** Returns the row of a new session; `token` is the value of the cookie, of which only the hash is stored. */
export function sessionRow(newId: NewId, token: string, client: ClientInfo, now: number): OwnerSessionRow {
	return {
		id: newId('ses'),
		hash: hashToken(token),
		address: client.address,
		user_agent: client.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
		created_at: now,
		last_used_at: now,
		expires_at: now + LONGEST_SESSION,
	};
}

/** Returns the time (epoch milliseconds) at which a session ends if it is not used again. */
export function endOf(session: OwnerSessionRow): number {
	return Math.min(session.expires_at, session.last_used_at + IDLE_LIMIT);
}

/** Returns a time in epoch milliseconds: sessions last used before it have ended. */
export function idleCutoff(now: number): number {
	return now - IDLE_LIMIT;
}

/** Returns the owner of the session with a token. Throws not_signed_in: there is no such session, or it has ended. */
export async function ownerOf(
	find: (hash: string) => Promise<OwnerSessionRow | undefined>,
	token: string,
	now: number,
): Promise<OwnerCaller> {
	const session = await find(hashToken(token));
	if (session === undefined || endOf(session) <= now) throw notSignedIn();
	return callerOf(session, token);
}

/** Returns the owner as the caller of a session with a token. */
export function callerOf(session: OwnerSessionRow, token: string): OwnerCaller {
	return {
		kind: 'owner',
		id: session.id,
		actor: OWNER,
		scopes: null,
		instanceIds: null,
		lastUsedAt: session.last_used_at,
		session,
		csrfToken: csrfTokenOf(token),
	};
}

export function notSignedIn(): GatewayError {
	return new GatewayError(
		'not_signed_in',
		'You are not signed in, or your session has ended. Sign in on the page of the gateway.',
	);
}

/** Derives the token from the session's token, which cannot be derived from it, so that it does not have to be stored. */
function csrfTokenOf(token: string): string {
	return createHmac('sha256', token).update('csrf').digest('base64url');
}

/** Whether the token in the header X-CSRF-Token is the one of the session. */
export function isCsrfToken(given: string | undefined, { csrfToken }: OwnerCaller): boolean {
	return constantTimeEqual(given ?? '', csrfToken);
}
