import type { UserId } from '../../domain/ids.ts';
import type { RandomBytes } from '../../runtime/system.ts';
import {
	countRecoveryCodes,
	replaceRecoveryCodes,
	takeRecoveryCode,
} from '../../store/access/recovery-codes.ts';
import type { Db } from '../../store/schema.ts';
import { hashToken } from './secret-token.ts';
import { invalidCode } from './totp.ts';

const CODES = 10;
/** Characters of a code, of five bits each: 140 bits, too many for guesses, so that a fast hash is enough. */
const CODE_LENGTH = 28;
const GROUP = /.{4}/g;
/** Without letters and digits that look alike (Crockford). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Replaces a person's recovery codes; returns the new ones, which are stored only as hashes. */
export async function makeRecoveryCodes(db: Db, entropy: RandomBytes, userId: UserId): Promise<string[]> {
	const codes = Array.from({ length: CODES }, () => makeCode(entropy));
	await replaceRecoveryCodes(
		db,
		userId,
		codes.map((code) => hashToken(plain(code))),
	);
	return codes;
}

/** Returns new codes where the person has none, such as with the first second factor; else null. */
export async function firstRecoveryCodes(
	db: Db,
	entropy: RandomBytes,
	userId: UserId,
): Promise<string[] | null> {
	return (await countRecoveryCodes(db, userId)) > 0 ? null : makeRecoveryCodes(db, entropy, userId);
}

/** Uses up a recovery code. Throws invalid_code. */
export async function useRecoveryCode(db: Db, userId: UserId, code: string): Promise<void> {
	if (!(await takeRecoveryCode(db, userId, hashToken(plain(code))))) throw invalidCode();
}

function makeCode(entropy: RandomBytes): string {
	const characters = [...entropy(CODE_LENGTH)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length));
	return characters.join('').match(GROUP)?.join('-') ?? '';
}

/** People leave out the dashes, or write capitals. */
function plain(code: string): string {
	return code.toLowerCase().replaceAll(/[^0-9a-z]/g, '');
}
