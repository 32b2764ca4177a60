import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import type { InstanceId } from '../domain/ids.ts';
import type { RandomBytes } from '../runtime/system.ts';
import type { DriverContext } from './driver.ts';

type Session = DriverContext['session'];

const CIPHER = 'aes-256-gcm';
const NONCE_SIZE = 12;
const TAG_SIZE = 16;
/** The prefix of an encrypted value, so that a later version can change the encryption. */
const VERSION = 'v1.';

/** A session whose values are stored encrypted. */
export interface EncryptedSession extends Session {
	/** Encrypts values that are reported instead of written (see NetworkEvent, `session`). */
	encrypt(values: Readonly<Record<string, string | null>>): Record<string, string | null>;
}

export type EncryptSession = (instanceId: InstanceId, session: Session) => EncryptedSession;

/**
 * Encrypts with AES-256-GCM. The instance id and the name of a value are its additional authenticated data, so a value
 * that is copied to another place cannot be decrypted.
 */
export function sessionEncrypter(keyBytes: Buffer, entropy: RandomBytes): EncryptSession {
	// A link encrypts hundreds of values; with a plain buffer, Node would prepare the key for each one.
	const key = createSecretKey(keyBytes);
	function encryptValue(text: string, aad: string): string {
		const nonce = entropy(NONCE_SIZE);
		const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(aad));
		const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
		return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url');
	}

	function decryptValue(value: string, aad: string): string {
		if (!value.startsWith(VERSION)) throw new DecryptionFailed();
		const bytes = Buffer.from(value.slice(VERSION.length), 'base64url');
		const nonce = bytes.subarray(0, NONCE_SIZE);
		const tag = bytes.subarray(NONCE_SIZE, NONCE_SIZE + TAG_SIZE);
		try {
			const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_SIZE });
			decipher.setAAD(Buffer.from(aad)).setAuthTag(tag);
			return (
				decipher.update(bytes.subarray(NONCE_SIZE + TAG_SIZE), undefined, 'utf8') + decipher.final('utf8')
			);
		} catch {
			throw new DecryptionFailed();
		}
	}

	return (instanceId, session) => {
		const aadOf = (name: string): string => `${instanceId}\n${name}`;
		const decrypt = (values: ReadonlyMap<string, string>): Map<string, string> =>
			new Map([...values].map(([name, value]) => [name, decryptValue(value, aadOf(name))]));
		const encrypt: EncryptedSession['encrypt'] = (values) =>
			Object.fromEntries(
				Object.entries(values).map(([name, value]) => [
					name,
					value === null ? null : encryptValue(value, aadOf(name)),
				]),
			);
		return {
			async read(name) {
				const value = await session.read(name);
				return value === null ? null : decryptValue(value, aadOf(name));
			},
			readAll: async (names) => decrypt(await session.readAll(names)),
			list: async (prefix) => decrypt(await session.list(prefix)),
			write: (values) => session.write(encrypt(values)),
			clear: () => session.clear(),
			encrypt,
		};
	};
}

/** The value was encrypted under another key, or for another place. */
export class DecryptionFailed extends Error {
	constructor() {
		super(
			'The stored session was encrypted under another key. Start the gateway with the GATEWAY_ENCRYPTION_KEY it had, or connect the instance again.',
		);
		this.name = 'DecryptionFailed';
	}
}
