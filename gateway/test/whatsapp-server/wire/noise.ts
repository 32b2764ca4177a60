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

/** What both sides agreed on: everything after the handshake goes through it, in order. */
export interface Transport {
	encrypt(plaintext: Uint8Array): Buffer;
	decrypt(ciphertext: Uint8Array): Buffer;
}

/** The server's half of Noise_XX, as WhatsApp uses it. */
export interface Handshake {
	/** What the server's hello says. */
	hello: { ephemeral: Buffer; static: Buffer; payload: Buffer };
	/** Reads the client's last message: who it is, what it says, and how both go on. Throws on a forgery. */
	finish(message: { static: Uint8Array; payload: Uint8Array }): {
		clientKey: Buffer;
		payload: Buffer;
		transport: Transport;
	};
}

/** Answers a client's hello. `prologue` is what the client said before its first frame. */
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
		const ciphertext = seal(key, counter++, plaintext, hash);
		authenticate(ciphertext);
		return ciphertext;
	};
	const decrypt = (ciphertext: Uint8Array) => {
		const plaintext = open(key, counter++, ciphertext, hash);
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
			const said = decrypt(message.payload);
			const [fromClient, toClient] = derive(Buffer.alloc(0), salt);
			return { clientKey, payload: said, transport: createTransport(toClient, fromClient) };
		},
	};
}

function createTransport(toClient: Buffer, fromClient: Buffer): Transport {
	const nothing = Buffer.alloc(0);
	// A key made ready once is several times as fast as its bytes.
	const writing = createSecretKey(toClient);
	const reading = createSecretKey(fromClient);
	let written = 0;
	let read = 0;
	return {
		encrypt: (plaintext) => seal(writing, written++, plaintext, nothing),
		decrypt: (ciphertext) => open(reading, read++, ciphertext, nothing),
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

function seal(key: CipherKey, counter: number, plaintext: Uint8Array, about: Buffer): Buffer {
	const cipher = createCipheriv('aes-256-gcm', key, nonce(counter)).setAAD(about);
	return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

function open(key: CipherKey, counter: number, ciphertext: Uint8Array, about: Buffer): Buffer {
	const end = ciphertext.length - TAG_LENGTH;
	const decipher = createDecipheriv('aes-256-gcm', key, nonce(counter)).setAAD(about);
	decipher.setAuthTag(ciphertext.subarray(end));
	return Buffer.concat([decipher.update(ciphertext.subarray(0, end)), decipher.final()]);
}
