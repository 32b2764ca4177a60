import type { KeyId, UserId } from '../ids.ts';
import { SCOPES, type Scope } from './scope.ts';

/** The role of a person who signs in to the page; each role may do all that the ones before it may. */
export const ROLES = ['viewer', 'operator', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** Proofs beside the password that a person may have set up. */
export const SECOND_FACTORS = ['totp', 'passkey'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

/** The name of the caller that makes a request: an API key, or a person. */
export type ActorName = KeyId | UserId;

const READ_SCOPES = SCOPES.filter((scope) => scope.endsWith(':read'));

/** The scopes of a role, like those of an API key; null: all. */
export function scopesOf(role: Role): readonly Scope[] | null {
	return role === 'viewer' ? READ_SCOPES : null;
}

/** Most characters of a person's name. */
export const USER_NAME_LIMIT = 64;
/** A person's name starts and ends with a character that can be seen. */
export const USER_NAME_PATTERN = '^\\S(.*\\S)?$';

/** Whether a person can be called so, and sign in with this name. */
export function isUserName(name: string): boolean {
	return name.length <= USER_NAME_LIMIT && new RegExp(USER_NAME_PATTERN).test(name);
}

/** Two names that differ only in case or in how a character is composed are the same name. */
export function nameKeyOf(name: string): string {
	return name.normalize('NFKC').trim().toLowerCase();
}
