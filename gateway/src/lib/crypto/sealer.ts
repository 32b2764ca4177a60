import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_SIZE = 12;
const TAG_SIZE = 16;
/** The prefix of a sealed text, so that a later version can change the encryption. */
const VERSION = 'v1.';

/** Encrypts and authenticates texts that are stored. */
export interface Sealer {
	/** Encrypts a text for one place, such as `webhooks.secret/wh_…`. */
	seal(text: string, place: string): string;
	/** Decrypts a text that was sealed for the same place. Throws CannotUnseal. */
	unseal(sealed: string, place: string): string;
}

/**
 * Seals with AES-256-GCM. The place is the additional authenticated data, so a value that is copied to another place
 * cannot be unsealed there.
 */
export function createSealer(keyBytes: Buffer, randomBytes: (size: number) => Buffer): Sealer {
	// A link seals hundreds of values; with a plain buffer, Node would prepare the key for each one.
	const key = createSecretKey(keyBytes);
	return {
		seal(text, place) {
			const nonce = randomBytes(NONCE_SIZE);
			const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place));
			const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
			return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url');
		},
		unseal(sealed, place) {
			if (!sealed.startsWith(VERSION)) throw new CannotUnseal();
			const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
			const nonce = bytes.subarray(0, NONCE_SIZE);
			const tag = bytes.subarray(NONCE_SIZE, NONCE_SIZE + TAG_SIZE);
			try {
				const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_SIZE });
				decipher.setAAD(Buffer.from(place)).setAuthTag(tag);
				const ciphertext = bytes.subarray(NONCE_SIZE + TAG_SIZE);
				return decipher.update(ciphertext, undefined, 'utf8') + decipher.final('utf8');
			} catch {
				throw new CannotUnseal();
			}
		},
	};
}

/** The value was sealed under another key, or for another place. */
export class CannotUnseal extends Error {
	constructor() {
		super(
			'A stored secret was sealed under another key. Start the gateway with the GATEWAY_ENCRYPTION_KEY it had, or enter the secret again.',
		);
		this.name = 'CannotUnseal';
	}
}
