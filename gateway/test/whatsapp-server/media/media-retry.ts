import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { setTimeout as elapsed } from 'node:timers/promises';
import type { Companion } from '../companion.ts';
import { timestamp } from '../connection.ts';
import { contentOf, fileIn, type FileType } from '../phone/content.ts';
import { deliver } from '../deliver.ts';
import { encryptFile, pathOf } from './files.ts';
import { PHONES } from '../wire/jid.ts';
import { nameOn } from '../phone/people.ts';
import { decode, encode } from '../wire/protobuf.ts';
import { bytesOf, child, stanza, type Stanza } from '../wire/stanza.ts';
import type { Content } from '../wire/wire.ts';
import type { World } from '../world.ts';

/** A file that the account's phone still has. */
export interface Original {
	type: FileType;
	bytes: Buffer;
	/** The key the message tells. */
	mediaKey: Uint8Array;
}

/** How a phone answers when it is asked to upload a file again, where it does not simply do it. */
export interface MediaRetryRule {
	/** The message the file belongs to; absent: any. */
	id?: string;
	/**
	 * `error`: refused in the open; `silent`: not answered; `garbled`: answered with what cannot be decrypted; the others
	 * are told under the file's key.
	 */
	answer: 'not_found' | 'decryption_error' | 'general_error' | 'error' | 'silent' | 'garbled' | 'reupload';
	/** Milliseconds until it answers. */
	delay?: number;
}

const RESULTS = { general_error: 0, reupload: 1, not_found: 2, decryption_error: 3 } as const;
const TAG_LENGTH = 16;

/** The account's phone keeps the file of a message, where the message tells a key. */
export function keepOriginal(world: World, id: string, content: Content, bytes: Buffer): void {
	const found = fileIn(contentOf(content));
	// A message may lie, and tell no key.
	const mediaKey: Uint8Array | undefined = found?.file.mediaKey;
	if (found === null || mediaKey === undefined) return;
	world.originals.set(id, { type: found.type, bytes, mediaKey });
}

/** A device cannot have a file, and asks for it; the phone uploads it again, under another path. */
export async function answerMediaRetry(world: World, companion: Companion, said: Stanza): Promise<void> {
	const { id = '' } = said.attrs;
	const account = companion.person.phone;
	world.log.askedOfPhone.push({ account, id, what: 'file' });
	const original = world.originals.get(id);
	if (original !== undefined && !isAbout(said, id, original)) {
		world.log.violations.push(`what asks for the file of ${id} again is not encrypted with its key`);
	}
	const rule = world.mediaRetryRules.find((one) => (one.id ?? id) === id);
	const answer = original === undefined ? 'error' : (rule?.answer ?? 'reupload');
	if (rule?.delay !== undefined) await elapsed(rule.delay);
	if (answer === 'silent') return;
	const content = answer === 'error' ? stanza('error', { code: '2' }) : seal(world, id, original, answer);
	const attrs = { from: nameOn(companion.person, PHONES), type: 'mediaretry', id, t: timestamp() };
	const about = child(said, 'rmr')?.attrs ?? {};
	deliver(companion, stanza('notification', attrs, [stanza('rmr', about), content]));
}

/** What is told under the file's key. */
function seal(
	world: World,
	id: string,
	original: Original | undefined,
	answer: Exclude<MediaRetryRule['answer'], 'silent' | 'error'>,
): Stanza {
	if (original === undefined) throw new Error('Nobody has the file.');
	const { mediaKey } = original;
	const told = encode('MediaRetryNotification', {
		stanzaId: id,
		result: RESULTS[answer === 'garbled' ? 'reupload' : answer],
		...(answer === 'reupload' ? { directPath: upload(world, original) } : {}),
	});
	const iv = randomBytes(12);
	const cipher = createCipheriv('aes-256-gcm', retryKey(mediaKey), iv).setAAD(Buffer.from(id));
	const ciphertext = Buffer.concat([cipher.update(told), cipher.final(), cipher.getAuthTag()]);
	return stanza('encrypt', {}, [
		stanza('enc_p', {}, answer === 'garbled' ? ciphertext.toReversed() : ciphertext),
		stanza('enc_iv', {}, iv),
	]);
}

/** Lays the file at the media host once more, encrypted with the key its message tells. */
function upload(world: World, { type, bytes, mediaKey }: Original): string {
	const directPath = pathOf(randomBytes(32).toString('base64url'));
	world.media.set(directPath, encryptFile(type, mediaKey, bytes));
	return directPath;
}

/** Whether what a device sends is encrypted with the file's key, for this message. */
function isAbout(said: Stanza, id: string, { mediaKey }: Original): boolean {
	const sealed = child(said, 'encrypt');
	const [ciphertext, iv] = [bytesOf(child(sealed, 'enc_p')), bytesOf(child(sealed, 'enc_iv'))];
	try {
		const decipher = createDecipheriv('aes-256-gcm', retryKey(mediaKey), iv).setAAD(Buffer.from(id));
		decipher.setAuthTag(ciphertext.subarray(-TAG_LENGTH));
		const told = Buffer.concat([decipher.update(ciphertext.subarray(0, -TAG_LENGTH)), decipher.final()]);
		return decode('ServerErrorReceipt', told).stanzaId === id;
	} catch {
		return false;
	}
}

function retryKey(mediaKey: Uint8Array): Buffer {
	return Buffer.from(hkdfSync('sha256', mediaKey, '', 'WhatsApp Media Retry Notification', 32));
}
