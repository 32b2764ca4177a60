import { createDecipheriv, createHmac } from 'node:crypto';
import { constantTimeEqual } from '../../../lib/crypto/constant-time.ts';

/** The keys of a file, derived from the media key in its message. */
export interface FileKeys {
	iv: Uint8Array;
	cipherKey: Uint8Array;
	macKey: Uint8Array;
}

/** Bytes of the truncated HMAC at the end of an encrypted file. */
const MAC_LENGTH = 10;

/** The HMAC or the padding of a file is wrong: it is another file, incomplete, or modified. */
export class FileDecryptionError extends Error {
	constructor(cause?: unknown) {
		super('The file could not be decrypted with the key in its message.', { cause });
		this.name = 'FileDecryptionError';
	}
}

/**
 * Decrypts a file of WhatsApp as a stream: AES-256-CBC, followed by the first ten bytes of an HMAC-SHA-256 over the IV
 * and the ciphertext. The HMAC is verified at the end: discard the output where this throws FileDecryptionError.
 */
export async function* decryptFile(
	source: AsyncIterable<Uint8Array>,
	{ iv, cipherKey, macKey }: FileKeys,
): AsyncGenerator<Uint8Array> {
	const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
	const hmac = createHmac('sha256', macKey).update(iv);
	let tail = Buffer.alloc(0);
	for await (const chunk of source) {
		const bytes = Buffer.concat([tail, chunk]);
		const end = Math.max(0, bytes.length - MAC_LENGTH);
		tail = bytes.subarray(end);
		const ciphertext = bytes.subarray(0, end);
		hmac.update(ciphertext);
		const plaintext = decipher.update(ciphertext);
		if (plaintext.length > 0) yield plaintext;
	}
	const expected = hmac.digest().subarray(0, MAC_LENGTH);
	if (!constantTimeEqual(tail, expected)) throw new FileDecryptionError();
	const last = finalBlock(decipher);
	if (last.length > 0) yield last;
}

function finalBlock(decipher: ReturnType<typeof createDecipheriv>): Buffer {
	try {
		return decipher.final();
	} catch (error) {
		throw new FileDecryptionError(error);
	}
}
