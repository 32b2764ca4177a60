import type { UserId } from '../../domain/ids.ts';
import type { Sealer } from '../../lib/crypto/sealer.ts';
import { takeChallenge } from '../../store/access/passkeys.ts';
import type { Db } from '../../store/schema.ts';
import { hashToken } from './secret-token.ts';

/** Milliseconds a person has to use the authenticator. */
const LIFETIME = 5 * 60_000;
const PLACE = 'passkey challenge';

/** The purpose of a challenge: a signature for one purpose is not valid for another. */
export type ChallengePurpose = 'register' | 'sign-in' | 'confirm';

/** The purpose of a challenge, and the person who must sign it; null: any person with a passkey. */
export interface ChallengeFor {
	purpose: ChallengePurpose;
	userId: UserId | null;
}

/**
 * Makes a challenge that an authenticator signs (WebAuthn). It contains its purpose and its expiry, sealed, so that
 * requests of strangers store nothing in the database.
 */
export function makeChallenge(sealer: Sealer, wanted: ChallengeFor, now: number): string {
	return sealer.seal(JSON.stringify([wanted.purpose, wanted.userId, now + LIFETIME]), PLACE);
}

/**
 * Whether a challenge, as the browser returned it in base64url, is one of this gateway, for this purpose and not
 * expired.
 */
export function isChallenge(sealer: Sealer, returned: string, wanted: ChallengeFor, now: number): boolean {
	try {
		const content: unknown = JSON.parse(sealer.unseal(Buffer.from(returned, 'base64url').toString(), PLACE));
		if (!Array.isArray(content)) return false;
		const [purpose, userId, end] = content as unknown[];
		return purpose === wanted.purpose && userId === wanted.userId && typeof end === 'number' && end > now;
	} catch {
		return false;
	}
}

/** Uses up a challenge; returns false where it was used before. */
export function useChallenge(db: Db, returned: string, now: number): Promise<boolean> {
	return takeChallenge(db, hashToken(returned), { now, expiresAt: now + LIFETIME });
}
