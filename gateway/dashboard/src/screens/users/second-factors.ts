import type { SecondFactor } from '../../api/types.ts';

const WORDS: Record<SecondFactor, string> = { totp: 'authenticator app', passkey: 'passkey' };

/** `authenticator app and passkey`; `no second factor` for none. */
export function formatSecondFactors(factors: readonly SecondFactor[]): string {
	return factors.length === 0 ? 'no second factor' : factors.map((factor) => WORDS[factor]).join(' and ');
}
