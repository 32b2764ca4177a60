import type { UserId } from '../domain/ids.ts';
import type { Sealer } from '../lib/sealer.ts';
import { takeChallenge } from '../store/access/passkeys.ts';
import type { Db } from '../store/schema.ts';
import { hashToken } from './secret-token.ts';

/** Milliseconds a person has to use the authenticator. */
const LIFETIME = 5 * 60_000;
const PLACE = 'passkey challenge';

/** What a challenge is for: a signature for one thing does not serve another. */
export type ChallengePurpose = 'register' | 'sign-in' | 'confirm';

/** Who must sign a challenge, and for what; null: whoever has a passkey. */
export interface ChallengeFor {
	purpose: ChallengePurpose;
	userId: UserId | null;
}

/**
 * Makes a challenge that an authenticator signs (WebAuthn). It carries its own purpose and end, sealed, so that a
 * stranger who asks for many stores nothing in the database.
 */
export function makeChallenge(sealer: Sealer, wanted: ChallengeFor, now: number): string {
	return sealer.seal(JSON.stringify([wanted.purpose, wanted.userId, now + LIFETIME]), PLACE);
}

/** Whether a challenge, as the browser returned it in base64url, is one of ours for this purpose and in time. */
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
