import type { Clock } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import type { NewId, UserId } from '../../domain/ids.ts';
import { nameKeyOf, type Role, type SecondFactor } from '../../domain/access/user.ts';
import type { RandomBytes } from '../../runtime/system.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import { deletePasskeysOf, listPasskeys } from '../../store/access/passkeys.ts';
import { replaceRecoveryCodes } from '../../store/access/recovery-codes.ts';
import { deleteLinksOf } from '../../store/access/user-links.ts';
import { deleteSessionsOf } from '../../store/access/user-sessions.ts';
import {
	deleteUser,
	findUser,
	insertUser,
	listUsers,
	lockOwners,
	NO_TOTP,
	updateUser,
} from '../../store/access/users.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import type { Db, UserRow } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import { factorsWith } from './second-factor.ts';
import { LINK_LIFETIME, makeLink, requireFreeName, userRow } from './links.ts';

export interface ManageUsersDeps {
	store: Store;
	clock: Clock;
	newId: NewId;
	entropy: RandomBytes;
}

/** A person, and the second factors they have. */
export interface UserWithFactors {
	user: UserRow;
	secondFactors: SecondFactor[];
}

/** A link for a person, which works once. */
export interface Invitation extends UserWithFactors {
	token: string;
	/** Epoch milliseconds. */
	expiresAt: number;
}

/** All people, in the order in which they were added. */
export async function listUsersWithFactors(db: Db): Promise<UserWithFactors[]> {
	const withPasskey = new Set((await listPasskeys(db)).map((passkey) => passkey.user_id));
	return (await listUsers(db)).map((user) => ({
		user,
		secondFactors: factorsWith(user, withPasskey.has(user.id)),
	}));
}

/** Adds a person, who sets a password by the link. Throws name_taken. */
export async function inviteUser(
	{ store, clock, newId, entropy }: ManageUsersDeps,
	invited: { name: string; role: Role },
	actor: string,
): Promise<Invitation> {
	const now = clock.now();
	const user = userRow(newId, invited, now);
	const token = await store.commit(async ({ db }) => {
		await requireFreeName(db, invited.name, null);
		await insertUser(db, user);
		const details = { name: user.name, role: user.role };
		await recordAudit(db, newId, { actor, at: now }, { action: 'user.invited', target: user.id, details });
		return makeLink(db, user.id, { entropy, now });
	});
	return { user, secondFactors: [], token, expiresAt: now + LINK_LIFETIME };
}

/** Makes a new link for a person, and locks them out until they use it. Throws user_not_found. */
export async function renewLink(deps: ManageUsersDeps, id: string, actor: string): Promise<Invitation> {
	const now = deps.clock.now();
	return deps.store.commit(async (scope) => {
		const user = await userOrThrow(scope.db, id);
		const token = await resetUser(scope, { newId: deps.newId, entropy: deps.entropy, now }, user, actor);
		const reset = { ...user, password_hash: null, ...NO_TOTP };
		return { user: reset, secondFactors: [], token, expiresAt: now + LINK_LIFETIME };
	});
}

/** Removes a person's password, second factors and sessions, and returns the token of a new link. */
export async function resetUser(
	{ db, emit }: Pick<CommitScope, 'db' | 'emit'>,
	{ newId, entropy, now }: { newId: NewId; entropy: RandomBytes; now: number },
	user: UserRow,
	actor: string,
): Promise<string> {
	await updateUser(db, user.id, { password_hash: null, ...NO_TOTP });
	await deletePasskeysOf(db, user.id);
	await replaceRecoveryCodes(db, user.id, []);
	await deleteLinksOf(db, user.id);
	emit({ kind: 'sessions_ended', sessionIds: await deleteSessionsOf(db, user.id) });
	const entry = { action: 'user.link_made' as const, target: user.id, details: { name: user.name } };
	await recordAudit(db, newId, { actor, at: now }, entry);
	return makeLink(db, user.id, { entropy, now });
}

/** Changes a person's name or role. Throws user_not_found, name_taken, last_owner. */
export async function updateUserOf(
	{ store, clock, newId }: ManageUsersDeps,
	id: string,
	changes: { name?: string; role?: Role },
	actor: string,
): Promise<UserRow> {
	return store.commit(async ({ db }) => {
		const user = await userOrThrow(db, id);
		const { name = user.name, role = user.role } = changes;
		await requireFreeName(db, name, user.id);
		if (user.role === 'owner' && role !== 'owner') await requireAnotherOwner(db, user.id);
		const changed = { name: name.trim(), name_key: nameKeyOf(name), role };
		await updateUser(db, user.id, changed);
		const entry = { action: 'user.updated' as const, target: user.id, details: { name: changed.name, role } };
		await recordAudit(db, newId, { actor, at: clock.now() }, entry);
		return { ...user, ...changed };
	});
}

/** Removes a person, whose sessions end. Throws user_not_found, last_owner. */
export async function removeUser(
	{ store, clock, newId }: ManageUsersDeps,
	id: string,
	actor: string,
): Promise<UserRow> {
	return store.commit(async ({ db, emit }) => {
		const user = await userOrThrow(db, id);
		if (user.role === 'owner') await requireAnotherOwner(db, user.id);
		// Recorded first: the person may remove themself, whose name is then gone.
		const entry = { action: 'user.removed' as const, target: user.id, details: { name: user.name } };
		await recordAudit(db, newId, { actor, at: clock.now() }, entry);
		emit({ kind: 'sessions_ended', sessionIds: await deleteSessionsOf(db, user.id) });
		await deleteUser(db, user.id);
		return user;
	});
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

/** Throws last_owner where nobody else could sign in as an owner. */
async function requireAnotherOwner(db: Db, id: UserId): Promise<void> {
	await lockOwners(db);
	const others = (await listUsers(db)).filter((user) => user.role === 'owner' && user.id !== id);
	if (others.some((user) => user.password_hash !== null || user.last_sign_in_at !== null)) return;
	throw new GatewayError(
		'last_owner',
		'This is the only owner who can sign in. Make somebody else an owner first, and let them sign in.',
	);
}
