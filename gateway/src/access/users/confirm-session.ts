import type { Clock } from '../../domain/clock.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import { confirmSession as confirmRow } from '../../store/access/user-sessions.ts';
import { findUser } from '../../store/access/users.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { requireSecondFactor, type GivenFactor, type LimitCodes } from './second-factor.ts';
import { hashToken, makeToken } from './secret-token.ts';
import {
	confirmedUntil,
	notSignedIn,
	type ClientInfo,
	type SessionSecrets,
	type UserCaller,
} from './session.ts';
import { invalidPassword, recordFailure, type SignInDeps } from './sign-in.ts';

/** A confirmed session: until when (epoch milliseconds), and its new secrets. */
export interface ConfirmedSession extends SessionSecrets {
	until: number;
}

/**
 * Confirms a session for sensitive operations, by the password and a second factor where there is one. Throws
 * invalid_password, second_factor_required, invalid_code.
 */
export async function confirmByPassword(
	deps: SignInDeps & { clock: Clock },
	given: GivenFactor & { password: string },
	caller: UserCaller,
	{ client, limitCodes }: { client: ClientInfo; limitCodes: LimitCodes },
): Promise<ConfirmedSession> {
	const { store, passwords } = deps;
	const now = deps.clock.now();
	const hash = caller.user.password_hash;
	if (hash === null || !(await passwords.verify(given.password, hash))) {
		const failed = { target: caller.actor, method: 'password' as const };
		return recordFailure(deps, failed, { client, now }, invalidPassword());
	}
	const confirm = (): Promise<ConfirmedSession> =>
		store.commit(async (scope) => {
			const user = await findUser(scope.db, caller.actor);
			if (user?.password_hash !== hash) throw invalidPassword();
			await requireSecondFactor(scope, deps, { user, given, now });
			return recordConfirmation(scope, deps, caller, now);
		});
	if (given.code === undefined && given.recoveryCode === undefined) return confirm();
	return limitCodes(caller.actor, confirm).catch((error: unknown) =>
		recordFailure(deps, { target: caller.actor, method: 'second factor' }, { client, now }, error),
	);
}

/**
 * Records that the person proved who they are, and gives the session new secrets, so that a secret copied before does
 * not get the confirmation. (OWASP ASVS 5, 7.2.4.)
 */
export async function recordConfirmation(
	{ db }: Pick<CommitScope, 'db'>,
	{ newId, entropy }: Pick<SignInDeps, 'newId' | 'entropy'>,
	caller: UserCaller,
	now: number,
): Promise<ConfirmedSession> {
	const secrets = { token: makeToken(entropy), csrfToken: makeToken(entropy) };
	const confirmed = {
		hash: hashToken(secrets.token),
		csrf_hash: hashToken(secrets.csrfToken),
		confirmed_at: now,
	};
	await confirmRow(db, caller.id, confirmed);
	const entry = { action: 'session.confirmed' as const, target: caller.id };
	await recordAudit(db, newId, { actor: caller.actor, at: now }, entry);
	const until = confirmedUntil({ ...caller, session: { ...caller.session, ...confirmed } }, now);
	if (until === null) throw notSignedIn();
	return { until, ...secrets };
}
