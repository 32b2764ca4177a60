import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import type { InstanceId } from '../domain/ids.ts';
import type { RandomBytes } from '../runtime/system.ts';
import type { DriverContext } from './driver.ts';

type Session = DriverContext['session'];

const CIPHER = 'aes-256-gcm';
const NONCE_SIZE = 12;
const TAG_SIZE = 16;
/** What a sealed value begins with, so that the way it is sealed can change. */
const VERSION = 'v1.';

/** A session whose values are encrypted where they are stored. */
export interface EncryptedSession extends Session {
	/** Values as they are stored, for those that are reported (see NetworkEvent, `session`). */
	sealed(values: Readonly<Record<string, string | null>>): Record<string, string | null>;
}

export type EncryptSession = (instanceId: InstanceId, session: Session) => EncryptedSession;

/**
 * Encrypts with AES-256-GCM under `key`. A value is bound to its instance and its name: put in another's place, it
 * cannot be read.
 */
export function sessionEncrypter(keyBytes: Buffer, entropy: RandomBytes): EncryptSession {
	// A link encrypts hundreds of values, and Node prepares the key anew for each one otherwise.
	const key = createSecretKey(keyBytes);
	function seal(text: string, place: string): string {
		const nonce = entropy(NONCE_SIZE);
		const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place));
		const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
		return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
	}

	function open(value: string, place: string): string {
		if (!value.startsWith(VERSION)) throw new DecryptionFailed();
		const bytes = Buffer.from(value.slice(VERSION.length), 'base64url');
		const nonce = bytes.subarray(0, NONCE_SIZE);
		const tag = bytes.subarray(NONCE_SIZE, NONCE_SIZE + TAG_SIZE);
		try {
			const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_SIZE });
			decipher.setAAD(Buffer.from(place)).setAuthTag(tag);
			return (
				decipher.update(bytes.subarray(NONCE_SIZE + TAG_SIZE), undefined, 'utf8') + decipher.final('utf8')
			);
		} catch {
			throw new DecryptionFailed();
		}
	}

	return (instanceId, session) => {
		const placeOf = (name: string): string => `${instanceId}\n${name}`;
		const opened = (values: ReadonlyMap<string, string>): Map<string, string> =>
			new Map([...values].map(([name, value]) => [name, open(value, placeOf(name))]));
		const sealed: EncryptedSession['sealed'] = (values) =>
			Object.fromEntries(
				Object.entries(values).map(([name, value]) => [
					name,
					value === null ? null : seal(value, placeOf(name)),
				]),
			);
		return {
			async read(name) {
				const value = await session.read(name);
				return value === null ? null : open(value, placeOf(name));
			},
			readAll: async (names) => opened(await session.readAll(names)),
			list: async (prefix) => opened(await session.list(prefix)),
			write: (values) => session.write(sealed(values)),
			clear: () => session.clear(),
			sealed,
		};
	};
}

/** A value that was not sealed under this key, or not in this place. */
export class DecryptionFailed extends Error {
	constructor() {
		super(
			'The stored session was encrypted under another key. Start the gateway with the GATEWAY_ENCRYPTION_KEY it had, or connect the instance again.',
		);
		this.name = 'SealedElsewhere';
	}
}
