import { GatewayError } from '../../domain/error.ts';
import type { UserId } from '../../domain/ids.ts';
import { nameKeyOf, type Role } from '../../domain/access/user.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import { deleteSessionsOf } from '../../store/access/user-sessions.ts';
import { deleteUser, listUsers, lockOwners, updateUser as updateRow } from '../../store/access/users.ts';
import type { Db, UserRow } from '../../store/schema.ts';
import { requireFreeName } from './links.ts';
import { userOrThrow } from './find-user.ts';
import type { UserDeps } from './user-deps.ts';

/** Changes a person's name or role. Throws user_not_found, name_taken, last_owner. */
export async function updateUser(
	{ store, clock, newId }: UserDeps,
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
		await updateRow(db, user.id, changed);
		const entry = { action: 'user.updated' as const, target: user.id, details: { name: changed.name, role } };
		await recordAudit(db, newId, { actor, at: clock.now() }, entry);
		return { ...user, ...changed };
	});
}

/** Removes a person, whose sessions end. Throws user_not_found, last_owner. */
export async function removeUser(
	{ store, clock, newId }: UserDeps,
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
