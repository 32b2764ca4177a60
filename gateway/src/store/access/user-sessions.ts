import type { SessionId, UserId } from '../../domain/ids.ts';
import type { Db, UserRow, UserSessionRow } from '../schema.ts';

/** A session and the person whose it is. */
export interface SessionOfUser {
	session: UserSessionRow;
	user: UserRow;
}

/** Stores a new session. */
export async function insertSession(db: Db, session: UserSessionRow): Promise<void> {
	await db.insertInto('user_sessions').values(session).execute();
}

/** Finds a session, expired or not, with its person, by the hash of its token. */
export async function findSessionByHash(db: Db, hash: string): Promise<SessionOfUser | undefined> {
	const session = await db
		.selectFrom('user_sessions')
		.selectAll()
		.where('hash', '=', hash)
		.executeTakeFirst();
	if (session === undefined) return undefined;
	const user = await db.selectFrom('users').selectAll().where('id', '=', session.user_id).executeTakeFirst();
	return user === undefined ? undefined : { session, user };
}

/** Finds a session, expired or not, by its id. */
export function findSession(db: Db, id: SessionId): Promise<UserSessionRow | undefined> {
	return db.selectFrom('user_sessions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The sessions of a person, newest first. */
export function listSessions(db: Db, userId: UserId): Promise<UserSessionRow[]> {
	return db
		.selectFrom('user_sessions')
		.selectAll()
		.where('user_id', '=', userId)
		.orderBy('id', 'desc')
		.execute();
}

/** Stores when a session was used last. */
export async function touchSession(db: Db, id: SessionId, at: number): Promise<void> {
	await db.updateTable('user_sessions').set({ last_used_at: at }).where('id', '=', id).execute();
}

/** Stores a confirmation, with the hashes of new secrets: the earlier ones are refused from then on. */
export async function confirmSession(
	db: Db,
	id: SessionId,
	confirmed: Pick<UserSessionRow, 'hash' | 'csrf_hash' | 'confirmed_at'>,
): Promise<void> {
	await db.updateTable('user_sessions').set(confirmed).where('id', '=', id).execute();
}

/** Deletes one session of a person; returns false where it does not exist. */
export async function deleteSession(db: Db, userId: UserId, id: string): Promise<boolean> {
	const result = await db
		.deleteFrom('user_sessions')
		.where('id', '=', id as SessionId)
		.where('user_id', '=', userId)
		.executeTakeFirst();
	return result.numDeletedRows > 0n;
}

/** Deletes all sessions of a person, except the given one; returns the ids of the deleted sessions. */
export async function deleteSessionsOf(
	db: Db,
	userId: UserId,
	except: SessionId | null = null,
): Promise<SessionId[]> {
	const all = db.deleteFrom('user_sessions').where('user_id', '=', userId).returning('id');
	const rows = await (except === null ? all : all.where('id', '!=', except)).execute();
	return rows.map(({ id }) => id);
}

/** Deletes sessions that have expired, or were last used at or before `idleCutoff`. */
export async function deleteEndedSessions(db: Db, now: number, idleCutoff: number): Promise<void> {
	await db
		.deleteFrom('user_sessions')
		.where((eb) => eb.or([eb('expires_at', '<=', now), eb('last_used_at', '<=', idleCutoff)]))
		.execute();
}
