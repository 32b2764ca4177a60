import { Secret, TOTP } from 'otpauth';
import { GatewayError } from '../../domain/error.ts';
import type { UserId } from '../../domain/ids.ts';
import type { Sealer } from '../../lib/crypto/sealer.ts';
import type { RandomBytes } from '../../runtime/system.ts';
import { takeTotpStep } from '../../store/access/users.ts';
import type { Db, UserRow } from '../../store/schema.ts';

/** Bytes of a secret, as RFC 4226 recommends. */
const SECRET_SIZE = 20;
/** Seconds for which a code is shown. */
const PERIOD = 30;
/** Codes before and after the current one that are accepted, because clocks differ. */
const WINDOW = 1;
const ISSUER = 'Messaging Gateway';

/** The secret of an authenticator app (RFC 6238), as the person enters it and as it is stored. */
export interface NewTotp {
	/** In base32. */
	secret: string;
	/** An otpauth:// URL, which apps read from a QR code. */
	url: string;
	sealed: string;
}

/** Creates a secret for a person's authenticator app. */
export function createTotp(deps: { entropy: RandomBytes; sealer: Sealer }, user: UserRow): NewTotp {
	const secret = new Secret({ buffer: new Uint8Array(deps.entropy(SECRET_SIZE)).buffer });
	return {
		secret: secret.base32,
		url: totpOf(secret, user.name).toString(),
		sealed: deps.sealer.seal(secret.base32, placeOf(user.id)),
	};
}

/**
 * Accepts a code of the person's app once, in the transaction that uses it. Throws invalid_code: it is none of the
 * current ones, or was used before.
 */
export async function takeTotpCode(
	db: Db,
	sealer: Sealer,
	{ user, code, now }: { user: UserRow; code: string; now: number },
): Promise<void> {
	if (user.totp_secret === null) throw invalidCode();
	const token = code.replaceAll(' ', '');
	// The library throws for a token of six other characters, such as letters with accents.
	if (!/^[0-9]{6}$/.test(token)) throw invalidCode();
	const secret = Secret.fromBase32(sealer.unseal(user.totp_secret, placeOf(user.id)));
	const delta = totpOf(secret, user.name).validate({
		token,
		timestamp: now,
		window: WINDOW,
	});
	if (delta === null) throw invalidCode();
	const step = Math.floor(now / 1000 / PERIOD) + delta;
	if (!(await takeTotpStep(db, user.id, step))) throw invalidCode();
}

/** The error for a wrong code, or one that was used before. */
export function invalidCode(): GatewayError {
	return new GatewayError(
		'invalid_code',
		'This code is not valid (any more), or was used before. Enter the next one that your app shows, or one of your recovery codes.',
	);
}

function totpOf(secret: Secret, label: string): TOTP {
	return new TOTP({ issuer: ISSUER, label, algorithm: 'SHA1', digits: 6, period: PERIOD, secret });
}

function placeOf(userId: UserId): string {
	return `users.totp_secret/${userId}`;
}
