import { phoneAnswer, unavailable, type Absent } from './absent.ts';
import { timestamp } from '../connection.ts';
import type { Person } from './people.ts';
import { enc } from './enc.ts';
import type { Sealed } from './sessions.ts';
import type { Stanza } from '../wire/stanza.ts';
import type { Content } from '../wire/wire.ts';
import type { Addressing, World } from '../world.ts';

/** How a phone sends, where not as usual. */
export interface SendOptions {
	id?: string;
	addressing?: Addressing;
	/** Nobody can read it, until it is asked for again. */
	garbled?: boolean;
	/** The server has it without its content, for this reason. */
	absent?: Absent;
	/** Whether the account's phone tells what is absent, when asked; or after so many milliseconds. */
	phoneAnswers?: boolean | number;
	/** The bytes that are encrypted in place of the message's own, as base64. */
	plaintext?: string;
	/** Attributes of the stanza that are others than usual; null: absent. */
	attrs?: Record<string, string | null>;
}

/** What a device gets of a message: its ciphertext, or what stands in its place. */
export function body(sealed: Sealed, content: Content, { absent, garbled }: SendOptions): Stanza {
	if (absent !== undefined) return unavailable(absent);
	// A message that cannot be read: the device has to ask for it again.
	if (garbled === true) return enc({ ...sealed, ciphertext: sealed.ciphertext.toReversed() }, content);
	return enc(sealed, content);
}

/** What is encrypted. */
export function plaintextOf(content: Content, { plaintext }: SendOptions): Content | Buffer {
	return plaintext === undefined ? content : Buffer.from(plaintext, 'base64');
}

/** Attributes of the stanza that are others than usual. */
export function changes({ attrs = {} }: SendOptions): Record<string, string | undefined> {
	return Object.fromEntries(Object.entries(attrs).map(([name, value]) => [name, value ?? undefined]));
}

/** The account's phone has whole what the server has without its content. */
export function keepPlaceholder(
	world: World,
	{ name }: Person,
	id: string,
	content: Content,
	{ absent, phoneAnswers }: SendOptions,
): void {
	if (absent === undefined) return;
	const at = Number(timestamp());
	world.placeholders.set(id, { content, at, name, phoneAnswers: phoneAnswer(absent, phoneAnswers) });
}
