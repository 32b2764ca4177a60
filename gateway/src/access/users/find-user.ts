import { GatewayError } from '../../domain/error.ts';
import type { SecondFactor } from '../../domain/access/user.ts';
import { findUser, listUsers } from '../../store/access/users.ts';
import type { Db, UserRow } from '../../store/schema.ts';
import { listPasskeys } from '../../store/access/passkeys.ts';
import { factorsWith } from './second-factor.ts';

/** A person, and the second factors they have. */
export interface UserWithFactors {
	user: UserRow;
	secondFactors: SecondFactor[];
}

/** Returns the person with an id. Throws user_not_found. */
export async function userOrThrow(db: Db, id: string): Promise<UserRow> {
	const user = await findUser(db, id);
	if (user !== undefined) return user;
	throw new GatewayError(
		'user_not_found',
		'There is nobody with this id. List all with GET /admin/v1/users.',
	);
}

/** All people, in the order in which they were added. */
export async function listUsersWithFactors(db: Db): Promise<UserWithFactors[]> {
	const withPasskey = new Set((await listPasskeys(db)).map((passkey) => passkey.user_id));
	return (await listUsers(db)).map((user) => ({
		user,
		secondFactors: factorsWith(user, withPasskey.has(user.id)),
	}));
}
