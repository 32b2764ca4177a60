import { randomBytes } from 'node:crypto';
import type { AuthenticationCreds, KeyPair } from 'baileys';
import type { Baileys } from '../baileys/baileys.ts';

/** Bytes of a wrapped key: the salt, the initialization vector, and the key, encrypted with the code. */
const SALT = 32;
const IV = 16;
const KEY = 32;
const WRAPPED = SALT + IV + KEY;
/** Random bytes of a code; eight characters. */
const CODE_BYTES = 5;

/** A pairing code and the companion's keys for it. */
export interface LinkCode {
	/** Eight characters without a hyphen. */
	code: string;
	keys: KeyPair;
	/** The public key, encrypted with the code. */
	wrappedKey: Buffer;
}

export async function createLinkCode(baileys: Baileys): Promise<LinkCode> {
	const code = baileys.bytesToCrockford(randomBytes(CODE_BYTES));
	const keys = baileys.Curve.generateKeyPair();
	const salt = randomBytes(SALT);
	const iv = randomBytes(IV);
	const key = await baileys.derivePairingCodeKey(code, salt);
	const encrypted = baileys.aesEncryptCTR(keys.public, key, iv);
	return { code, keys, wrappedKey: Buffer.concat([salt, iv, encrypted]) };
}

/**
 * Answers a phone on which a code was typed. `wrappedKey` is the phone's public key, encrypted with the typed code;
 * `identity` the public identity key of the account. Returns the content of companion_finish, and the secret with which
 * pair-success will be authenticated, in base64. Throws where a key is invalid.
 */
export async function finishLinkCode(
	baileys: Baileys,
	{ code, keys }: LinkCode,
	{ signedIdentityKey }: Pick<AuthenticationCreds, 'signedIdentityKey'>,
	{ wrappedKey, identity }: { wrappedKey: Uint8Array; identity: Uint8Array },
): Promise<{ keyBundle: Buffer; secret: string }> {
	if (wrappedKey.length < WRAPPED || identity.length !== KEY) throw new Error('A key has a wrong length.');
	const { Curve, aesDecryptCTR, aesEncryptGCM, derivePairingCodeKey, hkdf } = baileys;
	const wrapped = Buffer.from(wrappedKey);
	const codeKey = await derivePairingCodeKey(code, wrapped.subarray(0, SALT));
	const phoneKey = aesDecryptCTR(
		wrapped.subarray(SALT + IV, WRAPPED),
		codeKey,
		wrapped.subarray(SALT, SALT + IV),
	);
	const shared = Curve.sharedKey(keys.private, phoneKey);
	const random = randomBytes(KEY);
	const salt = randomBytes(SALT);
	const iv = randomBytes(12);
	const bundleKey = hkdf(shared, KEY, { salt, info: 'link_code_pairing_key_bundle_encryption_key' });
	const bundle = Buffer.concat([signedIdentityKey.public, identity, random]);
	const encrypted = aesEncryptGCM(bundle, bundleKey, iv, Buffer.alloc(0));
	const sharedIdentity = Curve.sharedKey(signedIdentityKey.private, identity);
	const secret = hkdf(Buffer.concat([shared, sharedIdentity, random]), KEY, { info: 'adv_secret' });
	return { keyBundle: Buffer.concat([salt, iv, encrypted]), secret: Buffer.from(secret).toString('base64') };
}
