import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { InstanceId, NewId } from '../../domain/ids.ts';
import type { Scope } from '../../domain/access/scope.ts';
import type { ApiKeyRow } from '../../store/schema.ts';
import type { RandomBytes } from '../../runtime/system.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
/** Characters of a key that are stored unhashed, by which people recognise it: a part of the checksum. */
const HINT_LENGTH = 4;

/** Returns a new key: `mgw_`, 30 random characters and a checksum of 6, by which scanners recognise a leaked key. */
export function makeApiKey(entropy: RandomBytes): string {
	let random = '';
	while (random.length < RANDOM_LENGTH) {
		// 248 is four alphabets: with larger bytes, the first characters would be more likely.
		for (const byte of entropy(RANDOM_LENGTH)) {
			if (byte < 248 && random.length < RANDOM_LENGTH) random += ALPHABET.charAt(byte % ALPHABET.length);
		}
	}
	return `mgw_${random}${checksum(random)}`;
}

function checksum(text: string): string {
	let rest = crc32(text);
	let digits = '';
	while (digits.length < CHECKSUM_LENGTH) {
		digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
		rest = Math.floor(rest / ALPHABET.length);
	}
	return digits;
}

/** Returns the SHA-256 of a key in lowercase hexadecimal, which is stored instead of the key. */
export function hashApiKey(key: string): string {
	return hash('sha256', key);
}

/**
 * Returns the row of a key. Null scopes: full access; null allowedIps: any address; null instanceIds: all instances;
 * null expiresAt: never.
 */
export function apiKeyRow(
	newId: NewId,
	key: {
		name: string;
		value: string;
		scopes: readonly Scope[] | null;
		allowedIps: readonly string[] | null;
		instanceIds: readonly InstanceId[] | null;
		expiresAt: number | null;
	},
	now: number,
): ApiKeyRow {
	return {
		id: newId('key'),
		name: key.name,
		hash: hashApiKey(key.value),
		hint: key.value.slice(-HINT_LENGTH),
		scopes: key.scopes === null ? null : JSON.stringify(key.scopes),
		allowed_ips: key.allowedIps === null ? null : JSON.stringify(key.allowedIps),
		instance_ids: key.instanceIds === null ? null : JSON.stringify(key.instanceIds),
		created_at: now,
		expires_at: key.expiresAt,
		revoked_at: null,
		last_used_at: null,
	};
}
