import type { SessionId } from '../../domain/ids.ts';
import type { Db, OwnerSessionRow } from '../schema.ts';

export async function insertSession(db: Db, session: OwnerSessionRow): Promise<void> {
	await db.insertInto('owner_sessions').values(session).execute();
}

export function findSessionByHash(db: Db, hash: string): Promise<OwnerSessionRow | undefined> {
	return db.selectFrom('owner_sessions').selectAll().where('hash', '=', hash).executeTakeFirst();
}

export function findSession(db: Db, id: SessionId): Promise<OwnerSessionRow | undefined> {
	return db.selectFrom('owner_sessions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Newest first. */
export function listSessions(db: Db): Promise<OwnerSessionRow[]> {
	return db.selectFrom('owner_sessions').selectAll().orderBy('id', 'desc').execute();
}

export async function touchSession(db: Db, id: SessionId, at: number): Promise<void> {
	await db.updateTable('owner_sessions').set({ last_used_at: at }).where('id', '=', id).execute();
}

/** Deletes one session; returns false where it does not exist. */
export async function deleteSession(db: Db, id: string): Promise<boolean> {
	const result = await db
		.deleteFrom('owner_sessions')
		.where('id', '=', id as SessionId)
		.executeTakeFirst();
	return result.numDeletedRows > 0n;
}

/** Deletes all sessions, except the given one; returns the ids of the deleted sessions. */
export async function deleteSessions(db: Db, except: SessionId | null): Promise<SessionId[]> {
	const all = db.deleteFrom('owner_sessions').returning('id');
	const rows = await (except === null ? all : all.where('id', '!=', except)).execute();
	return rows.map(({ id }) => id);
}

/** Deletes sessions that have expired, or were last used at or before `idleCutoff`. */
export async function deleteEndedSessions(db: Db, now: number, idleCutoff: number): Promise<void> {
	await db
		.deleteFrom('owner_sessions')
		.where((eb) => eb.or([eb('expires_at', '<=', now), eb('last_used_at', '<=', idleCutoff)]))
		.execute();
}
