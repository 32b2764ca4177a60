import crypto, { createSecretKey, type CipherKey, type KeyObject } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** The functions of Node that take a secret key as their second argument. */
const FUNCTIONS = ['createHmac', 'createCipheriv', 'createDecipheriv'] as const;

let isReplaced = false;

/**
 * Makes Node's HMAC and ciphers take a key of bytes as a KeyObject. Node 24 asks of each other key, by two exceptions with
 * a stack trace, whether it is one: that takes two thirds of the time of an HMAC. libsignal and Baileys compute
 * some twenty for each message, always with bytes. The results are the same. Idempotent.
 */
export function passKeyObjects(): void {
	if (isReplaced) return;
	isReplaced = true;
	for (const name of FUNCTIONS) {
		const original = crypto[name] as (algorithm: string, key: CipherKey, ...rest: unknown[]) => unknown;
		Object.assign(crypto, {
			[name]: (algorithm: string, key: CipherKey, ...rest: unknown[]) =>
				original(algorithm, keyObjectOf(key), ...rest),
		});
	}
	// What ES modules have imported from node:crypto.
	syncBuiltinESMExports();
}

function keyObjectOf(key: CipherKey): CipherKey | KeyObject {
	return ArrayBuffer.isView(key) && key.byteLength > 0 ? createSecretKey(key) : key;
}
