import { answerDelay, unavailable, type UnavailableReason } from './placeholder.ts';
import { timestamp } from '../../connection.ts';
import type { Person } from '../people.ts';
import { enc } from './enc.ts';
import type { EncryptedMessage } from '../sessions.ts';
import type { Stanza } from '../../wire/stanza.ts';
import type { Content } from '../../wire/wire.ts';
import type { Addressing, World } from '../../world.ts';

/** Options of a phone's message. */
export interface SendOptions {
	id?: string;
	addressing?: Addressing;
	/** The ciphertext is invalid until a retry receipt. */
	garbled?: boolean;
	/** The server has no content, for this reason. */
	absent?: UnavailableReason;
	/** Whether the account's phone resends the content on request, or after how many milliseconds. */
	phoneAnswers?: boolean | number;
	/** Bytes to encrypt in place of the message, as base64. */
	plaintext?: string;
	/** Attributes of the stanza to replace; null: removed. */
	attrs?: Record<string, string | null>;
	/** The same of the copies for the devices that are linked to the sender's own phone. */
	copyAttrs?: Record<string, string | null>;
}

/** Returns the ciphertext of a message, or the stanza in its place. */
export function body(
	encrypted: EncryptedMessage,
	content: Content,
	{ absent, garbled }: SendOptions,
): Stanza {
	if (absent !== undefined) return unavailable(absent);
	// An invalid ciphertext, so that the device sends a retry receipt.
	if (garbled === true) return enc({ ...encrypted, ciphertext: encrypted.ciphertext.toReversed() }, content);
	return enc(encrypted, content);
}

/** Returns what to encrypt. */
export function plaintextOf(content: Content, { plaintext }: SendOptions): Content | Buffer {
	return plaintext === undefined ? content : Buffer.from(plaintext, 'base64');
}

/** Returns the replaced attributes of the stanza. */
export function changes({ attrs = {} }: SendOptions): Record<string, string | undefined> {
	return Object.fromEntries(Object.entries(attrs).map(([name, value]) => [name, value ?? undefined]));
}

/** Stores on the account's phone the content that the server lacks. */
export function storePlaceholder(
	world: World,
	{ name }: Person,
	id: string,
	content: Content,
	{ absent, phoneAnswers }: SendOptions,
): void {
	if (absent === undefined) return;
	const at = Number(timestamp());
	world.placeholders.set(id, { content, at, name, phoneAnswers: answerDelay(absent, phoneAnswers) });
}
