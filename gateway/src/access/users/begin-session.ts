import type { NewId } from '../../domain/ids.ts';
import { networkOf } from '../../lib/guarded-http/address.ts';
import type { RandomBytes } from '../../runtime/system.ts';
import { recordAudit, type AuditAction } from '../../store/access/audit-log.ts';
import { rememberNetwork } from '../../store/access/known-networks.ts';
import {
	deleteEndedSessions,
	deleteSession,
	insertSession,
	listSessions,
} from '../../store/access/user-sessions.ts';
import { updateUser } from '../../store/access/users.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import type { SignInMethod, UserRow } from '../../store/schema.ts';
import { makeToken } from './secret-token.ts';
import {
	callerOf,
	idleCutoff,
	sessionRow,
	type ClientInfo,
	type SessionSecrets,
	type UserCaller,
} from './session.ts';

/** Milliseconds after a sign-in for which its network counts as known. */
const NETWORK_MEMORY = 30 * 24 * 3_600_000;

/** Sessions of a person; a further one ends the oldest. */
const SESSIONS_LIMIT = 20;

/** A new session with its secrets, which are stored nowhere. */
export interface SignedIn extends SessionSecrets {
	caller: UserCaller;
}

export interface SignInRequest {
	client: ClientInfo;
	now: number;
	/** The session in which the browser sends the request; it ends. */
	previous: UserCaller | null;
}

/** Begins a session with new tokens; a token that the browser sent is never reused (session fixation). */
export async function beginSession(
	{ newId, entropy }: { newId: NewId; entropy: RandomBytes },
	{ db, emit }: Pick<CommitScope, 'db' | 'emit'>,
	{ user, method, action = 'user.signed_in' }: { user: UserRow; method: SignInMethod; action?: AuditAction },
	{ client, now, previous }: SignInRequest,
): Promise<SignedIn> {
	await deleteEndedSessions(db, now, idleCutoff(now));
	if (previous !== null) {
		await deleteSession(db, previous.actor, previous.id);
		emit({ kind: 'sessions_ended', sessionIds: [previous.id] });
	}
	const sessions = await listSessions(db, user.id);
	for (const { id } of sessions.slice(SESSIONS_LIMIT - 1)) {
		await deleteSession(db, user.id, id);
		emit({ kind: 'sessions_ended', sessionIds: [id] });
	}
	const secrets = { token: makeToken(entropy), csrfToken: makeToken(entropy) };
	const session = sessionRow(newId, secrets, { userId: user.id, method, client, now });
	await insertSession(db, session);
	await updateUser(db, user.id, { last_sign_in_at: now });
	await rememberNetwork(db, networkOf(client.address), { at: now, cutoff: now - NETWORK_MEMORY });
	const details = { sessionId: session.id, method, address: client.address };
	await recordAudit(db, newId, { actor: user.id, at: now }, { action, target: user.id, details });
	return { caller: callerOf({ session, user: { ...user, last_sign_in_at: now } }), ...secrets };
}
