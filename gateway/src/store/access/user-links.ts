import type { UserId } from '../../domain/ids.ts';
import type { Db, UserLinkTable } from '../schema.ts';

/** Stores a new link. */
export async function insertUserLink(db: Db, link: UserLinkTable): Promise<void> {
	await db.insertInto('user_links').values(link).execute();
}

/** Deletes a link, so that it works only once, and returns it; undefined: there is none, or it has expired. */
export function takeUserLink(db: Db, hash: string, now: number): Promise<UserLinkTable | undefined> {
	return db
		.deleteFrom('user_links')
		.where('hash', '=', hash)
		.where('expires_at', '>', now)
		.returningAll()
		.executeTakeFirst();
}

/** Finds a link that has not expired, by the hash of its secret. */
export function findUserLink(db: Db, hash: string, now: number): Promise<UserLinkTable | undefined> {
	return db
		.selectFrom('user_links')
		.selectAll()
		.where('hash', '=', hash)
		.where('expires_at', '>', now)
		.executeTakeFirst();
}

/** Deletes the links of a person; null: the links by which the first owner is set up. */
export async function deleteLinksOf(db: Db, userId: UserId | null): Promise<void> {
	const links = db.deleteFrom('user_links');
	await (
		userId === null ? links.where('user_id', 'is', null) : links.where('user_id', '=', userId)
	).execute();
}

/** Deletes the links that have expired. */
export async function deleteExpiredLinks(db: Db, now: number): Promise<void> {
	await db.deleteFrom('user_links').where('expires_at', '<=', now).execute();
}
