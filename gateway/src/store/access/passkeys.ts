import type { PasskeyId, UserId } from '../../domain/ids.ts';
import type { Db, PasskeyRow } from '../schema.ts';

/** Stores a new passkey. */
export async function insertPasskey(db: Db, passkey: PasskeyRow): Promise<void> {
	await db.insertInto('passkeys').values(passkey).execute();
}

/** Finds a passkey by the id that the browser gave it. */
export function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
	return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/** The passkeys of a person, or of all people, oldest first. */
export function listPasskeys(db: Db, userId?: UserId): Promise<PasskeyRow[]> {
	const all = db.selectFrom('passkeys').selectAll().orderBy('id');
	return (userId === undefined ? all : all.where('user_id', '=', userId)).execute();
}

/** Stores when a passkey was used last, and its counter of uses. */
export async function touchPasskey(db: Db, id: PasskeyId, counter: number, at: number): Promise<void> {
	await db.updateTable('passkeys').set({ counter, last_used_at: at }).where('id', '=', id).execute();
}

/** Deletes a passkey of a person; returns false where there is none with this id. */
export async function deletePasskey(db: Db, userId: UserId, id: string): Promise<boolean> {
	const result = await db
		.deleteFrom('passkeys')
		.where('id', '=', id as PasskeyId)
		.where('user_id', '=', userId)
		.executeTakeFirst();
	return result.numDeletedRows > 0n;
}

/** Deletes all passkeys of a person. */
export async function deletePasskeysOf(db: Db, userId: UserId): Promise<void> {
	await db.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

/** Marks a challenge as used; returns false where it was used before. */
export async function takeChallenge(
	db: Db,
	hash: string,
	{ now, expiresAt }: { now: number; expiresAt: number },
): Promise<boolean> {
	await db.deleteFrom('used_challenges').where('expires_at', '<=', now).execute();
	const result = await db
		.insertInto('used_challenges')
		.values({ hash, expires_at: expiresAt })
		.onConflict((conflict) => conflict.column('hash').doNothing())
		.executeTakeFirst();
	return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
