import { hash } from 'node:crypto';
import type { RandomBytes } from '../../runtime/system.ts';

/** Bytes of a token. */
const LENGTH = 32;

/** Returns a new secret for a URL or a cookie. */
export function makeToken(entropy: RandomBytes): string {
	return entropy(LENGTH).toString('base64url');
}

/** Returns the SHA-256 of a token in lowercase hexadecimal, which is stored instead of the token. */
export function hashToken(token: string): string {
	return hash('sha256', token);
}
