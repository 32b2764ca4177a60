import { hash } from 'node:crypto';
import type { RandomBytes } from '../runtime/system.ts';

/** Bytes of a token. */
const LENGTH = 32;

/** A new secret for a URL or a cookie, which proves that its holder was given it. */
export function makeToken(entropy: RandomBytes): string {
	return entropy(LENGTH).toString('base64url');
}

/** The SHA-256 of a token in lowercase hexadecimal, which is stored in its place. */
export function hashToken(token: string): string {
	return hash('sha256', token);
}
