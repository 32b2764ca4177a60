import type { UserId } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';

/** Replaces the recovery codes of a person; none: the person has no second factor any more. */
export async function replaceRecoveryCodes(db: Db, userId: UserId, hashes: readonly string[]): Promise<void> {
	await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
	if (hashes.length === 0) return;
	await db
		.insertInto('recovery_codes')
		.values(hashes.map((hash) => ({ user_id: userId, hash })))
		.execute();
}

/** Deletes a code, so that it works only once; returns false where the person has no such code. */
export async function takeRecoveryCode(db: Db, userId: UserId, hash: string): Promise<boolean> {
	const result = await db
		.deleteFrom('recovery_codes')
		.where('user_id', '=', userId)
		.where('hash', '=', hash)
		.executeTakeFirst();
	return result.numDeletedRows > 0n;
}

/** How many recovery codes a person has left. */
export async function countRecoveryCodes(db: Db, userId: UserId): Promise<number> {
	const { count } = await db
		.selectFrom('recovery_codes')
		.select((eb) => eb.fn.countAll<number>().as('count'))
		.where('user_id', '=', userId)
		.executeTakeFirstOrThrow();
	return count;
}
