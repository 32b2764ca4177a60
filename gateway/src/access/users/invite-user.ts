import type { NewId } from '../../domain/ids.ts';
import type { Role } from '../../domain/access/user.ts';
import type { RandomBytes } from '../../runtime/system.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import { deletePasskeysOf } from '../../store/access/passkeys.ts';
import { replaceRecoveryCodes } from '../../store/access/recovery-codes.ts';
import { deleteLinksOf } from '../../store/access/user-links.ts';
import { deleteSessionsOf } from '../../store/access/user-sessions.ts';
import { insertUser, NO_TOTP, updateUser } from '../../store/access/users.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import type { UserRow } from '../../store/schema.ts';
import { LINK_LIFETIME, makeLink, requireFreeName, userRow } from './links.ts';
import { type UserWithFactors, userOrThrow } from './find-user.ts';
import type { UserDeps } from './user-deps.ts';

/** A link for a person, which works once. */
export interface Invitation extends UserWithFactors {
	token: string;
	/** Epoch milliseconds. */
	expiresAt: number;
}

/** Adds a person, who sets a password by the link. Throws name_taken. */
export async function inviteUser(
	{ store, clock, newId, entropy }: UserDeps,
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
export async function renewLink(deps: UserDeps, id: string, actor: string): Promise<Invitation> {
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
