import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { FileOf, FileType } from '../phone/content.ts';
import { MEDIA_HOST_NAME } from './media-host-name.ts';
import type { File } from '../wire/wire.ts';
import type { World } from '../world.ts';

/** The info strings of the key derivation, by type. */
const PURPOSES: Readonly<Record<FileType | 'history', string>> = {
	image: 'WhatsApp Image Keys',
	video: 'WhatsApp Video Keys',
	audio: 'WhatsApp Audio Keys',
	document: 'WhatsApp Document Keys',
	sticker: 'WhatsApp Image Keys',
	history: 'WhatsApp History Keys',
};
const MAC_LENGTH = 10;

export type StoredFile = Pick<
	File,
	'directPath' | 'mediaKey' | 'fileSha256' | 'fileEncSha256' | 'fileLength'
> & { url: string };

/** Encrypts a file and uploads it to the media host; returns its metadata for a message. */
export function putFile(world: World, type: FileType | 'history', bytes: Buffer): StoredFile {
	const mediaKey = randomBytes(32);
	const stored = encryptFile(type, mediaKey, bytes);
	const fileEncSha256 = createHash('sha256').update(stored).digest();
	const directPath = pathOf(fileEncSha256.toString('base64url'));
	world.media.set(directPath, stored);
	return {
		url: `https://${MEDIA_HOST_NAME}${directPath}`,
		directPath,
		mediaKey,
		fileSha256: createHash('sha256').update(bytes).digest(),
		fileEncSha256,
		fileLength: bytes.length,
	};
}

/** Returns a file as the media host stores it. */
export function encryptFile(type: FileType | 'history', mediaKey: Uint8Array, bytes: Buffer): Buffer {
	const { iv, cipherKey, macKey } = keysOf(mediaKey, type);
	const cipher = createCipheriv('aes-256-cbc', cipherKey, iv);
	const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()]);
	return Buffer.concat([ciphertext, macOf(macKey, iv, ciphertext)]);
}

/** Returns the path of a file on the media host, by its hash. */
export function pathOf(hash: string): string {
	return `/v/t62.7118-24/${hash}`;
}

/** Downloads and decrypts the file of a message. Throws when the file is missing or does not match its metadata. */
export function readFile(world: World, { type, file }: FileOf) {
	const stored = world.media.get(file.directPath.replace(/\?.*$/, ''));
	if (stored === undefined) throw new Error(`there is no file at ${file.directPath}`);
	if (!createHash('sha256').update(stored).digest().equals(file.fileEncSha256)) {
		throw new Error('the encrypted file is not what was announced');
	}
	const { iv, cipherKey, macKey } = keysOf(file.mediaKey, type);
	const ciphertext = stored.subarray(0, -MAC_LENGTH);
	if (!macOf(macKey, iv, ciphertext).equals(stored.subarray(-MAC_LENGTH)))
		throw new Error('the file was changed');
	const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
	const content = Buffer.concat([decipher.update(ciphertext), decipher.final()]);
	const sha256 = createHash('sha256').update(content).digest();
	if (!sha256.equals(file.fileSha256)) throw new Error('the file is not what was announced');
	return {
		content,
		about: {
			mimeType: file.mimetype,
			filename: file.fileName ?? null,
			bytes: content.length,
			sha256: sha256.toString('hex'),
		},
	};
}

function keysOf(mediaKey: Uint8Array, type: FileType | 'history') {
	const bytes = Buffer.from(hkdfSync('sha256', mediaKey, Buffer.alloc(0), PURPOSES[type], 112));
	return { iv: bytes.subarray(0, 16), cipherKey: bytes.subarray(16, 48), macKey: bytes.subarray(48, 80) };
}

function macOf(key: Buffer, iv: Buffer, ciphertext: Buffer): Buffer {
	return createHmac('sha256', key).update(iv).update(ciphertext).digest().subarray(0, MAC_LENGTH);
}
