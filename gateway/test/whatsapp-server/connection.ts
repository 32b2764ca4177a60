import { randomBytes } from 'node:crypto';
import type { Companion } from './companion.ts';
import type { Stanza } from './wire/stanza.ts';
import type { Registration } from './wire/wire.ts';

/** A client that has shaken hands. */
export interface Connection {
	/** Who it is; null while it asks to be linked. */
	companion: Companion | null;
	/** What it shows a phone; null once it is linked. */
	asking: Asking | null;
	send(stanza: Stanza): void;
	/** Sends the bytes of one frame: encrypted, as a stanza is, or as they are. */
	sendFrame(bytes: Uint8Array, encrypted: boolean): void;
	/** Ends the connection after what was sent. */
	close(): void;
	/** Ends the connection as a broken wire does. */
	cut(): void;
}

/** A device that asks to be linked. */
export interface Asking {
	/** By which it is known when it connects, in hexadecimal. */
	noiseKey: string;
	registration: Registration;
	/** What its QR codes are about; each is on show for a while. */
	refs: string[];
	/** Called with the client's answer to pair-success. */
	confirm: ((answer: Stanza) => void) | null;
}

/** An identifier of a stanza of the server's own. */
export function newId(): string {
	return randomBytes(10).toString('hex').toUpperCase();
}

/** Seconds since 1970, as stanzas tell time. */
export function timestamp(): string {
	return String(Math.floor(Date.now() / 1000));
}
