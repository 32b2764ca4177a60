import { createDecipheriv, createHmac } from 'node:crypto';
import { constantTimeEqual } from '../../../lib/constant-time.ts';

/** The keys of one file, derived from the media key in its message. */
export interface FileKeys {
	iv: Uint8Array;
	cipherKey: Uint8Array;
	macKey: Uint8Array;
}

/** Bytes of the code at the end of a file that says that it is complete and unchanged. */
const MAC_LENGTH = 10;

/** A file does not fit the key in its message: it is another file, incomplete, or changed on the way. */
export class FileNotDecrypted extends Error {
	constructor(cause?: unknown) {
		super('The file does not fit the key in its message.', { cause });
		this.name = 'FileNotDecrypted';
	}
}

/**
 * Decrypts a file as WhatsApp encrypts them, as it comes in: AES-256-CBC, and an HMAC-SHA-256 over vector and
 * ciphertext, of which the first ten bytes follow. Throws FileNotDecrypted at the end where the code does not fit,
 * so what was yielded before counts only once the source has ended.
 */
export async function* decryptFile(
	source: AsyncIterable<Uint8Array>,
	{ iv, cipherKey, macKey }: FileKeys,
): AsyncGenerator<Uint8Array> {
	const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
	const hmac = createHmac('sha256', macKey).update(iv);
	let held = Buffer.alloc(0);
	for await (const chunk of source) {
		const bytes = Buffer.concat([held, chunk]);
		const end = Math.max(0, bytes.length - MAC_LENGTH);
		held = bytes.subarray(end);
		const ciphertext = bytes.subarray(0, end);
		hmac.update(ciphertext);
		const plaintext = decipher.update(ciphertext);
		if (plaintext.length > 0) yield plaintext;
	}
	const expected = hmac.digest().subarray(0, MAC_LENGTH);
	if (!constantTimeEqual(held, expected)) throw new FileNotDecrypted();
	const last = finalBlock(decipher);
	if (last.length > 0) yield last;
}

function finalBlock(decipher: ReturnType<typeof createDecipheriv>): Buffer {
	try {
		return decipher.final();
	} catch (error) {
		throw new FileNotDecrypted(error);
	}
}
