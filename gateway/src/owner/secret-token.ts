import { hash } from 'node:crypto';
import type { RandomBytes } from '../runtime/system.ts';

/** Bytes of a token: nobody guesses one of 256 bits. */
const LENGTH = 32;

/** A new token for whoever is to prove that it was given to them, as text for a URL or a cookie. */
export function makeToken(entropy: RandomBytes): string {
	return entropy(LENGTH).toString('base64url');
}

/** What is stored of a token: its SHA-256, in lowercase hexadecimal. */
export function hashToken(token: string): string {
	return hash('sha256', token);
}
