import type { UserId } from '../../domain/ids.ts';
import { nameKeyOf } from '../../domain/access/user.ts';
import { lockRows } from '../engine/engine.ts';
import type { Db, UserRow } from '../schema.ts';

/** The columns of a person without an authenticator app. */
export const NO_TOTP = { totp_secret: null, totp_confirmed_at: null, totp_step: null } as const;

/** Stores a new person. */
export async function insertUser(db: Db, user: UserRow): Promise<void> {
	await db.insertInto('users').values(user).execute();
}

/** Finds a person by their id. */
export function findUser(db: Db, id: string): Promise<UserRow | undefined> {
	return db
		.selectFrom('users')
		.selectAll()
		.where('id', '=', id as UserId)
		.executeTakeFirst();
}

/** Finds a person by their name, in whatever case it is written. */
export function findUserByName(db: Db, name: string): Promise<UserRow | undefined> {
	return db.selectFrom('users').selectAll().where('name_key', '=', nameKeyOf(name)).executeTakeFirst();
}

/** Lists all people, in the order in which they were added. */
export function listUsers(db: Db): Promise<UserRow[]> {
	return db.selectFrom('users').selectAll().orderBy('id').execute();
}

/** Locks the rows of all owners until the commit, so that concurrent changes by several gateways see each other. */
export async function lockOwners(db: Db): Promise<void> {
	const owners = db.selectFrom('users').select('id').where('role', '=', 'owner').orderBy('id');
	await lockRows(db, owners).execute();
}

/** Whether there is an owner, who can sign in or was invited to. */
export async function anyOwnerExists(db: Db): Promise<boolean> {
	const first = db.selectFrom('users').select('id').where('role', '=', 'owner').limit(1);
	return (await first.executeTakeFirst()) !== undefined;
}

/** Whether somebody can sign in with a password. */
export async function anyPasswordExists(db: Db): Promise<boolean> {
	const first = db.selectFrom('users').select('id').where('password_hash', 'is not', null).limit(1);
	return (await first.executeTakeFirst()) !== undefined;
}

/** Changes fields of a person. */
export async function updateUser(
	db: Db,
	id: UserId,
	changes: Partial<Omit<UserRow, 'id' | 'created_at'>>,
): Promise<void> {
	await db.updateTable('users').set(changes).where('id', '=', id).execute();
}

/** Removes all sealed secrets of authenticator apps; returns how many people had one. */
export async function deleteTotpSecrets(db: Db): Promise<number> {
	const result = await db
		.updateTable('users')
		.set(NO_TOTP)
		.where('totp_secret', 'is not', null)
		.executeTakeFirst();
	return Number(result.numUpdatedRows);
}

/** Deletes a person with sessions, links, passkeys and recovery codes. */
export async function deleteUser(db: Db, id: UserId): Promise<void> {
	await db.deleteFrom('users').where('id', '=', id).execute();
}

/** Accepts the code of a time step, once. Returns false where that step's code or a later one was accepted before. */
export async function takeTotpStep(db: Db, id: UserId, step: number): Promise<boolean> {
	const result = await db
		.updateTable('users')
		.set({ totp_step: step })
		.where('id', '=', id)
		.where((eb) => eb.or([eb('totp_step', 'is', null), eb('totp_step', '<', step)]))
		.executeTakeFirst();
	return result.numUpdatedRows > 0n;
}
