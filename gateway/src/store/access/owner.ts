import { OWNER } from '../../domain/owner.ts';
import type { Db, OwnerTable, SetupLinkTable } from '../schema.ts';

/** The owner's account; undefined until a password is set. */
export function findOwner(db: Db): Promise<OwnerTable | undefined> {
	return db.selectFrom('owner').selectAll().where('name', '=', OWNER).executeTakeFirst();
}

/** Sets or replaces the owner's password. */
export async function upsertPassword(db: Db, passwordHash: string, at: number): Promise<void> {
	const values = { password_hash: passwordHash, changed_at: at };
	await db
		.insertInto('owner')
		.values({ name: OWNER, ...values })
		.onConflict((conflict) => conflict.column('name').doUpdateSet(values))
		.execute();
}

/** Deletes the owner's account: nobody can sign in until a new link sets a password. */
export async function deleteOwner(db: Db): Promise<void> {
	await db.deleteFrom('owner').execute();
}

export async function insertSetupLink(db: Db, link: SetupLinkTable): Promise<void> {
	await db.insertInto('setup_links').values(link).execute();
}

/** Deletes a link, so that it works only once; returns false where there is none, or it has expired. */
export async function consumeSetupLink(db: Db, hash: string, now: number): Promise<boolean> {
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

/** Deletes all links, or those that expire up to a time. */
export async function deleteSetupLinks(db: Db, expiredBy?: number): Promise<void> {
	const all = db.deleteFrom('setup_links');
	await (expiredBy === undefined ? all : all.where('expires_at', '<=', expiredBy)).execute();
}
