import { GatewayError } from '../../domain/error.ts';
import type { NewId, SessionId, UserId } from '../../domain/ids.ts';
import type { Sealer } from '../../lib/crypto/sealer.ts';
import type { RandomBytes } from '../../runtime/system.ts';
import { recordAudit, type AuditAction } from '../../store/access/audit-log.ts';
import { replaceRecoveryCodes } from '../../store/access/recovery-codes.ts';
import { deleteLinksOf } from '../../store/access/user-links.ts';
import { deleteSessionsOf } from '../../store/access/user-sessions.ts';
import { findUser, NO_TOTP, updateUser } from '../../store/access/users.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import type { Db, UserRow } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import type { Passwords } from './password.ts';
import { requireStrongPassword } from './password-rules.ts';
import { firstRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts';
import { secondFactorsOf } from './second-factor.ts';
import { notSignedIn, type UserCaller } from './session.ts';
import { invalidPassword } from './sign-in.ts';
import { createTotp, takeTotpCode, type NewTotp } from './totp.ts';

/** The dependencies of changes of one's own account. */
export interface AccountDeps {
	store: Store;
	newId: NewId;
	entropy: RandomBytes;
	sealer: Sealer;
	passwords: Passwords;
}

/** Sets another password, and ends all sessions but the caller's. Throws invalid_password, password_too_weak. */
export async function changePassword(
	{ store, newId, passwords }: AccountDeps,
	change: { currentPassword: string; newPassword: string },
	{ actor, id, user }: UserCaller,
	now: number,
): Promise<void> {
	const hash = user.password_hash;
	if (hash === null || !(await passwords.verify(change.currentPassword, hash))) throw invalidPassword();
	await requireStrongPassword(change.newPassword, user.name);
	const passwordHash = await passwords.hash(change.newPassword);
	await store.commit(async (scope) => {
		const { db } = scope;
		const current = await findUser(db, user.id);
		if (current?.password_hash !== hash) throw invalidPassword();
		await updateUser(db, user.id, { password_hash: passwordHash });
		await deleteLinksOf(db, user.id);
		await endOtherSessions(scope, actor, id);
		const entry = { action: 'user.password_changed' as const, target: user.id };
		await recordAudit(db, newId, { actor, at: now }, entry);
	});
}

/** Stores the secret of an authenticator app, which becomes a second factor after its first code. */
export async function beginTotp(deps: AccountDeps, { actor }: UserCaller): Promise<NewTotp> {
	return deps.store.commit(async ({ db }) => {
		const user = await ownRow(db, actor);
		if (user.totp_confirmed_at !== null) {
			throw new GatewayError('invalid_parameters', 'You have an authenticator app already. Remove it first.');
		}
		const totp = createTotp(deps, user);
		await updateUser(db, user.id, { totp_secret: totp.sealed, totp_step: null });
		return totp;
	});
}

/** Confirms the app by a code. Returns recovery codes where there were none. Throws invalid_code. */
export async function confirmTotp(
	{ store, newId, entropy, sealer }: AccountDeps,
	code: string,
	{ actor, id }: UserCaller,
	now: number,
): Promise<string[] | null> {
	return store.commit(async (scope) => {
		const { db } = scope;
		const user = await ownRow(db, actor);
		await takeTotpCode(db, sealer, { user, code, now });
		await updateUser(db, user.id, { totp_confirmed_at: now });
		await recordAudit(db, newId, { actor, at: now }, { action: 'totp.added', target: user.id });
		await endOtherSessions(scope, actor, id);
		return firstRecoveryCodes(db, entropy, user.id);
	});
}

/** Removes the app, and the recovery codes with the last second factor. */
export async function removeTotp(
	{ store, newId }: AccountDeps,
	caller: UserCaller,
	now: number,
): Promise<void> {
	await store.commit(async (scope) => {
		await updateUser(scope.db, caller.actor, NO_TOTP);
		await recordFactorRemoved(scope, newId, { caller, now, action: 'totp.removed' });
	});
}

/** Records that a second factor is removed; recovery codes go with the last one, and the other sessions end. */
export async function recordFactorRemoved(
	scope: Pick<CommitScope, 'db' | 'emit'>,
	newId: NewId,
	{ caller, now, action }: { caller: UserCaller; now: number; action: AuditAction },
): Promise<void> {
	const { actor, id } = caller;
	await recordAudit(scope.db, newId, { actor, at: now }, { action, target: actor });
	const left = await secondFactorsOf(scope.db, await ownRow(scope.db, actor));
	if (left.length === 0) await replaceRecoveryCodes(scope.db, actor, []);
	await endOtherSessions(scope, actor, id);
}

/** Ends the sessions that began under the earlier password or second factors. */
export async function endOtherSessions(
	{ db, emit }: Pick<CommitScope, 'db' | 'emit'>,
	userId: UserId,
	own: SessionId,
): Promise<void> {
	emit({ kind: 'sessions_ended', sessionIds: await deleteSessionsOf(db, userId, own) });
}

/** Replaces the recovery codes. Throws invalid_parameters where there is no second factor to recover from. */
export async function renewRecoveryCodes(
	{ store, newId, entropy }: AccountDeps,
	{ actor }: UserCaller,
	now: number,
): Promise<string[]> {
	return store.commit(async ({ db }) => {
		if ((await secondFactorsOf(db, await ownRow(db, actor))).length === 0) {
			throw new GatewayError('invalid_parameters', 'Set up an authenticator app or a passkey first.');
		}
		await recordAudit(db, newId, { actor, at: now }, { action: 'recovery_codes.made', target: actor });
		return makeRecoveryCodes(db, entropy, actor);
	});
}

async function ownRow(db: Db, id: UserCaller['actor']): Promise<UserRow> {
	const user = await findUser(db, id);
	if (user === undefined) throw notSignedIn();
	return user;
}
