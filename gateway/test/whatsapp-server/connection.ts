import { randomBytes } from 'node:crypto';
import type { Companion } from './companion.ts';
import type { RegisteredCode } from './linking/link-code.ts';
import type { AskedPasskey } from './linking/passkey.ts';
import type { Stanza } from './wire/stanza.ts';
import type { Registration } from './wire/wire.ts';

/** A client after its handshake. */
export interface Connection {
	/** The device that has logged in; null during pairing. */
	companion: Companion | null;
	/** The pairing in progress; null once the device is linked. */
	pairing: PairingRequest | null;
	send(stanza: Stanza): void;
	/** Sends one frame, encrypted like a stanza or as it is. */
	sendFrame(bytes: Uint8Array, encrypted: boolean): void;
	/** Closes the connection after what was sent. */
	close(): void;
	/** Terminates the connection without a closing handshake. */
	cut(): void;
}

/** A device that requests to be linked. */
export interface PairingRequest {
	/** Identifies the device when it connects, in hexadecimal. */
	noiseKey: string;
	registration: Registration;
	/** The refs of its QR codes, which are shown one after the other. */
	refs: string[];
	/** The secrets of QR codes that the server has retired, in hexadecimal. */
	retired: Set<string>;
	/** The pairing code that the device has registered. */
	linkCode: RegisteredCode | null;
	/** The passkey that the server has asked for. */
	passkey: AskedPasskey | null;
	/** Called with the client's answer to pair-success. */
	confirm: ((answer: Stanza) => void) | null;
}

/** Returns a new stanza id. */
export function newId(): string {
	return randomBytes(10).toString('hex').toUpperCase();
}

/** Returns the time in seconds since 1970, as stanzas carry it. */
export function timestamp(): string {
	return String(Math.floor(Date.now() / 1000));
}

export function newPairing(noiseKey: string, registration: Registration): PairingRequest {
	return {
		noiseKey,
		registration,
		refs: [],
		retired: new Set(),
		linkCode: null,
		passkey: null,
		confirm: null,
	};
}
