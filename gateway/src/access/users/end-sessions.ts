import type { Clock } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import type { NewId, SessionId, UserId } from '../../domain/ids.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import { deleteSession, deleteSessionsOf } from '../../store/access/user-sessions.ts';
import type { Store } from '../../store/store.ts';
import type { UserCaller } from './session.ts';

interface SessionDeps {
	store: Store;
	clock: Clock;
	newId: NewId;
}

/** Ends the caller's session. */
export async function signOut(
	{ store, clock, newId }: SessionDeps,
	{ id, actor }: UserCaller,
): Promise<void> {
	await store.commit(async ({ db, emit }) => {
		await deleteSession(db, actor, id);
		emit({ kind: 'sessions_ended', sessionIds: [id] });
		await recordAudit(db, newId, { actor, at: clock.now() }, { action: 'user.signed_out', target: id });
	});
}

/** Ends one session of the caller. Throws session_not_found. */
export async function revokeSession(
	{ store, clock, newId }: SessionDeps,
	sessionId: string,
	{ actor }: UserCaller,
): Promise<void> {
	await store.commit(async ({ db, emit }) => {
		if (!(await deleteSession(db, actor, sessionId))) {
			throw new GatewayError('session_not_found', 'There is no such session, or it has ended.');
		}
		emit({ kind: 'sessions_ended', sessionIds: [sessionId as SessionId] });
		const entry = { action: 'session.revoked' as const, target: sessionId };
		await recordAudit(db, newId, { actor, at: clock.now() }, entry);
	});
}

/** Ends all sessions of a person; `actor` is that person or an owner. */
export async function revokeSessions(
	{ store, clock, newId }: SessionDeps,
	userId: UserId,
	actor: string,
): Promise<void> {
	await store.commit(async ({ db, emit }) => {
		const sessionIds = await deleteSessionsOf(db, userId);
		emit({ kind: 'sessions_ended', sessionIds });
		const action = actor === userId ? ('sessions.revoked' as const) : ('user.sessions_ended' as const);
		const entry = { action, target: userId, details: { sessions: sessionIds.length } };
		await recordAudit(db, newId, { actor, at: clock.now() }, entry);
	});
}
