import {
	createCipheriv,
	createDecipheriv,
	createHash,
	createSecretKey,
	hkdfSync,
	type CipherKey,
} from 'node:crypto';
import { calculateAgreement, generateKeyPair } from 'whatsapp-rust-bridge';
import { rawKey, signalKey, type Authority } from './authority.ts';

const PROTOCOL = Buffer.from('Noise_XX_25519_AESGCM_SHA256\0\0\0\0');
const TAG_LENGTH = 16;

/** Encrypts and decrypts in order everything after the handshake. */
export interface Transport {
	encrypt(plaintext: Uint8Array): Buffer;
	decrypt(ciphertext: Uint8Array): Buffer;
}

/** The server's half of Noise_XX, as WhatsApp uses it. */
export interface Handshake {
	/** The content of the server hello. */
	hello: { ephemeral: Buffer; static: Buffer; payload: Buffer };
	/**
	 * Finishes the handshake with the client's last message; returns the client's key and payload and the transport.
	 * Throws when the message is forged.
	 */
	finish(message: { static: Uint8Array; payload: Uint8Array }): {
		clientKey: Buffer;
		payload: Buffer;
		transport: Transport;
	};
}

/** Answers a client hello. `prologue` is what the client sent before its first frame. */
export function answerHello(authority: Authority, prologue: Uint8Array, clientHello: Uint8Array): Handshake {
	let hash: Buffer = PROTOCOL;
	let salt: Buffer = PROTOCOL;
	let key: Buffer = PROTOCOL;
	let counter = 0;

	const authenticate = (data: Uint8Array) => {
		hash = createHash('sha256').update(hash).update(data).digest();
	};
	const mix = (theirs: Uint8Array, ours: Uint8Array) => {
		[salt, key] = derive(calculateAgreement(signalKey(theirs), ours), salt);
		counter = 0;
	};
	const encrypt = (plaintext: Uint8Array) => {
		const ciphertext = aesEncrypt(key, counter++, plaintext, hash);
		authenticate(ciphertext);
		return ciphertext;
	};
	const decrypt = (ciphertext: Uint8Array) => {
		const plaintext = aesDecrypt(key, counter++, ciphertext, hash);
		authenticate(ciphertext);
		return plaintext;
	};

	authenticate(prologue);
	authenticate(clientHello);
	const ephemeral = generateKeyPair();
	authenticate(rawKey(ephemeral.pubKey));
	mix(clientHello, ephemeral.privKey);
	const encryptedKey = encrypt(rawKey(authority.serverKey.pubKey));
	mix(clientHello, authority.serverKey.privKey);
	const payload = encrypt(authority.chain);

	return {
		hello: { ephemeral: rawKey(ephemeral.pubKey), static: encryptedKey, payload },
		finish(message) {
			const clientKey = decrypt(message.static);
			mix(clientKey, ephemeral.privKey);
			const clientPayload = decrypt(message.payload);
			const [fromClient, toClient] = derive(Buffer.alloc(0), salt);
			return { clientKey, payload: clientPayload, transport: createTransport(toClient, fromClient) };
		},
	};
}

function createTransport(toClient: Buffer, fromClient: Buffer): Transport {
	const nothing = Buffer.alloc(0);
	// A key object is several times as fast as the key's bytes.
	const writing = createSecretKey(toClient);
	const reading = createSecretKey(fromClient);
	let written = 0;
	let read = 0;
	return {
		encrypt: (plaintext) => aesEncrypt(writing, written++, plaintext, nothing),
		decrypt: (ciphertext) => aesDecrypt(reading, read++, ciphertext, nothing),
	};
}

function derive(secret: Uint8Array, salt: Uint8Array): [Buffer, Buffer] {
	const bytes = Buffer.from(hkdfSync('sha256', secret, salt, '', 64));
	return [bytes.subarray(0, 32), bytes.subarray(32)];
}

function nonce(counter: number): Buffer {
	const bytes = Buffer.alloc(12);
	bytes.writeUInt32BE(counter, 8);
	return bytes;
}

function aesEncrypt(key: CipherKey, counter: number, plaintext: Uint8Array, about: Buffer): Buffer {
	const cipher = createCipheriv('aes-256-gcm', key, nonce(counter)).setAAD(about);
	return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

function aesDecrypt(key: CipherKey, counter: number, ciphertext: Uint8Array, about: Buffer): Buffer {
	const end = ciphertext.length - TAG_LENGTH;
	const decipher = createDecipheriv('aes-256-gcm', key, nonce(counter)).setAAD(about);
	decipher.setAuthTag(ciphertext.subarray(end));
	return Buffer.concat([decipher.update(ciphertext.subarray(0, end)), decipher.final()]);
}
