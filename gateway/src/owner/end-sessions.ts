import type { Clock } from '../domain/clock.ts';
import { GatewayError } from '../domain/error.ts';
import type { NewId, SessionId } from '../domain/ids.ts';
import { OWNER } from '../domain/owner.ts';
import { recordAudit } from '../store/access/audit-log.ts';
import { deleteSession, deleteSessions } from '../store/access/owner-sessions.ts';
import type { Store } from '../store/store.ts';

interface SessionDeps {
	store: Store;
	clock: Clock;
	newId: NewId;
}

/** Ends the caller's session. */
export async function signOut({ store, clock, newId }: SessionDeps, sessionId: SessionId): Promise<void> {
	await store.commit(async ({ db, emit }) => {
		await deleteSession(db, sessionId);
		emit({ kind: 'sessions_ended', sessionIds: [sessionId] });
		const act = { action: 'owner.signed_out' as const, target: sessionId };
		await recordAudit(db, newId, { actor: OWNER, at: clock.now() }, act);
	});
}

/** Ends one session. Throws session_not_found. */
export async function revokeSession({ store, clock, newId }: SessionDeps, sessionId: string): Promise<void> {
	await store.commit(async ({ db, emit }) => {
		if (!(await deleteSession(db, sessionId))) {
			throw new GatewayError('session_not_found', 'There is no such session, or it has ended.');
		}
		emit({ kind: 'sessions_ended', sessionIds: [sessionId as SessionId] });
		const act = { action: 'session.revoked' as const, target: sessionId };
		await recordAudit(db, newId, { actor: OWNER, at: clock.now() }, act);
	});
}

/** Ends all sessions. */
export async function revokeSessions({ store, clock, newId }: SessionDeps): Promise<void> {
	await store.commit(async ({ db, emit }) => {
		const sessionIds = await deleteSessions(db, null);
		emit({ kind: 'sessions_ended', sessionIds });
		const details = { sessions: sessionIds.length };
		const act = { action: 'sessions.revoked' as const, target: OWNER, details };
		await recordAudit(db, newId, { actor: OWNER, at: clock.now() }, act);
	});
}
