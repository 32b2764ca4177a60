import { GatewayError } from '../../domain/error.ts';
import type { NewId, UserId } from '../../domain/ids.ts';
import type { SecondFactor } from '../../domain/access/user.ts';
import type { Sealer } from '../../lib/crypto/sealer.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import { listPasskeys } from '../../store/access/passkeys.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import type { Db, UserRow } from '../../store/schema.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import type { UserCaller } from './session.ts';
import { takeTotpCode } from './totp.ts';

/** The second factor in a sign-in request. */
export interface GivenFactor {
	code?: string;
	recoveryCode?: string;
}

/** The second factors a person has set up. */
export async function secondFactorsOf(db: Db, user: UserRow): Promise<SecondFactor[]> {
	return factorsWith(user, (await listPasskeys(db, user.id)).length > 0);
}

/** The second factors of a person, where the caller knows whether they have a passkey. */
export function factorsWith(user: UserRow, hasPasskey: boolean): SecondFactor[] {
	return [
		...(user.totp_confirmed_at === null ? [] : ['totp' as const]),
		...(hasPasskey ? ['passkey' as const] : []),
	];
}

/**
 * Verifies the second factor after the right password, in the transaction of the sign-in. People without a second
 * factor need none. Throws second_factor_required, invalid_code.
 */
export async function requireSecondFactor(
	{ db }: Pick<CommitScope, 'db'>,
	{ sealer, newId }: { sealer: Sealer; newId: NewId },
	{ user, given, now }: { user: UserRow; given: GivenFactor; now: number },
): Promise<void> {
	const factors = await secondFactorsOf(db, user);
	if (factors.length === 0) return;
	if (given.recoveryCode !== undefined) {
		await useRecoveryCode(db, user.id, given.recoveryCode);
		const entry = { action: 'recovery_code.used' as const, target: user.id };
		await recordAudit(db, newId, { actor: user.id, at: now }, entry);
	} else if (given.code !== undefined && factors.includes('totp')) {
		await takeTotpCode(db, sealer, { user, code: given.code, now });
	} else {
		throw secondFactorRequired(factors);
	}
}

/**
 * Throws second_factor_missing where the person has not set up a second factor yet; a passkey and the operator's proxy
 * are one. For gateways that require one of everybody.
 */
export async function verifySecondFactor(
	db: Db,
	{ session, user }: Pick<UserCaller, 'session' | 'user'>,
): Promise<void> {
	if (session.method === 'passkey' || session.method === 'proxy') return;
	if ((await secondFactorsOf(db, user)).length > 0) return;
	throw new GatewayError(
		'second_factor_missing',
		'This gateway requires a second factor. Set up an authenticator app or a passkey first, on the page, under Account.',
	);
}

/** Limits guesses at a person's codes. */
export type LimitCodes = <T>(userId: UserId, guess: () => Promise<T>) => Promise<T>;

function secondFactorRequired(factors: readonly SecondFactor[]): GatewayError {
	return new GatewayError(
		'second_factor_required',
		'The password is right. Send the code of your authenticator app too, a recovery code, or sign in with a passkey.',
		{ methods: [...factors, 'recovery_code'] },
	);
}
