import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Companion } from '../companion.ts';
import { timestamp } from '../connection.ts';
import { contentOf, fileIn, type FileType } from '../phone/content.ts';
import { deliver } from '../deliver.ts';
import { encryptFile, pathOf } from './files.ts';
import { PHONES } from '../wire/jid.ts';
import { jidOf } from '../phone/people.ts';
import { decode, encode } from '../wire/protobuf.ts';
import { bytesOf, child, stanza, type Stanza } from '../wire/stanza.ts';
import type { Content } from '../wire/wire.ts';
import type { World } from '../world.ts';

/** A file that the account's phone still has. */
export interface Original {
	type: FileType;
	bytes: Buffer;
	/** The key in the message. */
	mediaKey: Uint8Array;
}

/** The response of a phone to a request to upload a file again. */
export interface MediaRetryRule {
	/** The message the file belongs to; absent: any. */
	id?: string;
	/**
	 * `error`: rejected in plaintext; `silent`: not answered; `garbled`: answered with an invalid ciphertext; the
	 * others are encrypted with the media key.
	 */
	answer: 'not_found' | 'decryption_error' | 'general_error' | 'error' | 'silent' | 'garbled' | 'reupload';
	/** Milliseconds until it answers. */
	delay?: number;
}

const RESULTS = { general_error: 0, reupload: 1, not_found: 2, decryption_error: 3 } as const;
const TAG_LENGTH = 16;

/** Stores the file of a message on the account's phone, if the message has a media key. */
export function storeOriginal(world: World, id: string, content: Content, bytes: Buffer): void {
	const found = fileIn(contentOf(content));
	// A message with false metadata may have no media key.
	const mediaKey: Uint8Array | undefined = found?.file.mediaKey;
	if (found === null || mediaKey === undefined) return;
	world.originals.set(id, { type: found.type, bytes, mediaKey });
}

/** Answers a device's request for a missing file: the phone uploads it again under another path. */
export async function answerMediaRetry(world: World, companion: Companion, receipt: Stanza): Promise<void> {
	const { id = '' } = receipt.attrs;
	const account = companion.person.phone;
	world.log.phoneRequests.push({ account, id, what: 'file' });
	const original = world.originals.get(id);
	if (original !== undefined && !isRetryRequestFor(receipt, id, original)) {
		world.log.violations.push(`what asks for the file of ${id} again is not encrypted with its key`);
	}
	const rule = world.mediaRetryRules.find((one) => (one.id ?? id) === id);
	const answer = original === undefined ? 'error' : (rule?.answer ?? 'reupload');
	if (rule?.delay !== undefined) await sleep(rule.delay);
	if (answer === 'silent') return;
	const content =
		answer === 'error' ? stanza('error', { code: '2' }) : encryptedResult(world, id, original, answer);
	const attrs = { from: jidOf(companion.person, PHONES), type: 'mediaretry', id, t: timestamp() };
	const about = child(receipt, 'rmr')?.attrs ?? {};
	deliver(companion, stanza('notification', attrs, [stanza('rmr', about), content]));
}

/** The result, encrypted with the media key. */
function encryptedResult(
	world: World,
	id: string,
	original: Original | undefined,
	answer: Exclude<MediaRetryRule['answer'], 'silent' | 'error'>,
): Stanza {
	if (original === undefined) throw new Error('Nobody has the file.');
	const { mediaKey } = original;
	const plaintext = encode('MediaRetryNotification', {
		stanzaId: id,
		result: RESULTS[answer === 'garbled' ? 'reupload' : answer],
		...(answer === 'reupload' ? { directPath: upload(world, original) } : {}),
	});
	const iv = randomBytes(12);
	const cipher = createCipheriv('aes-256-gcm', retryKey(mediaKey), iv).setAAD(Buffer.from(id));
	const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
	return stanza('encrypt', {}, [
		stanza('enc_p', {}, answer === 'garbled' ? ciphertext.toReversed() : ciphertext),
		stanza('enc_iv', {}, iv),
	]);
}

/** Uploads the file again, encrypted with the media key of its message. */
function upload(world: World, { type, bytes, mediaKey }: Original): string {
	const directPath = pathOf(randomBytes(32).toString('base64url'));
	world.media.set(directPath, encryptFile(type, mediaKey, bytes));
	return directPath;
}

/** Whether a request is encrypted with the media key and belongs to this message. */
function isRetryRequestFor(receipt: Stanza, id: string, { mediaKey }: Original): boolean {
	const encrypted = child(receipt, 'encrypt');
	const [ciphertext, iv] = [bytesOf(child(encrypted, 'enc_p')), bytesOf(child(encrypted, 'enc_iv'))];
	try {
		const decipher = createDecipheriv('aes-256-gcm', retryKey(mediaKey), iv).setAAD(Buffer.from(id));
		decipher.setAuthTag(ciphertext.subarray(-TAG_LENGTH));
		const plaintext = Buffer.concat([decipher.update(ciphertext.subarray(0, -TAG_LENGTH)), decipher.final()]);
		return decode('ServerErrorReceipt', plaintext).stanzaId === id;
	} catch {
		return false;
	}
}

function retryKey(mediaKey: Uint8Array): Buffer {
	return Buffer.from(hkdfSync('sha256', mediaKey, '', 'WhatsApp Media Retry Notification', 32));
}
