import { OWNER } from '../../domain/owner.ts';
import type { Db, OwnerTable, SetupLinkTable } from '../schema.ts';

/** The owner; undefined until a password was set. */
export function findOwner(db: Db): Promise<OwnerTable | undefined> {
	return db.selectFrom('owner').selectAll().where('name', '=', OWNER).executeTakeFirst();
}

/** Sets the owner's password, or another one. */
export async function upsertPassword(db: Db, passwordHash: string, at: number): Promise<void> {
	const values = { password_hash: passwordHash, changed_at: at };
	await db
		.insertInto('owner')
		.values({ name: OWNER, ...values })
		.onConflict((conflict) => conflict.column('name').doUpdateSet(values))
		.execute();
}

/** From then on nobody can sign in until a password is set by a new link. */
export async function removeOwner(db: Db): Promise<void> {
	await db.deleteFrom('owner').execute();
}

export async function insertSetupLink(db: Db, link: SetupLinkTable): Promise<void> {
	await db.insertInto('setup_links').values(link).execute();
}

/** Takes a link, so that it can be used once; gives false where there is none, or it has expired. */
export async function takeSetupLink(db: Db, hash: string, now: number): Promise<boolean> {
	const result = await db
		.deleteFrom('setup_links')
		.where('hash', '=', hash)
		.where('expires_at', '>', now)
		.executeTakeFirst();
	return result.numDeletedRows > 0n;
}

export async function setupLinkExists(db: Db, hash: string, now: number): Promise<boolean> {
	const row = await db
		.selectFrom('setup_links')
		.select('hash')
		.where('hash', '=', hash)
		.where('expires_at', '>', now)
		.executeTakeFirst();
	return row !== undefined;
}

/** Removes all links, or those that have expired by a moment. */
export async function removeSetupLinks(db: Db, expiredBy?: number): Promise<void> {
	const all = db.deleteFrom('setup_links');
	await (expiredBy === undefined ? all : all.where('expires_at', '<=', expiredBy)).execute();
}
