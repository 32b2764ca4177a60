import type { PreKeyBundleInput, SignedPreKeyPublicKey } from 'whatsapp-rust-bridge';
import type { Connection } from './connection.ts';
import type { HistoryChat } from './phone/history.ts';
import type { Person } from './phone/people.ts';
import type { Stanza } from './wire/stanza.ts';

/** A device that is linked to a phone: an instance of a gateway. */
export interface Companion {
	person: Person;
	/** Its number among the devices of the phone, from 1. */
	device: number;
	/** By which it is known when it connects, in hexadecimal. */
	noiseKey: string;
	registrationId: number;
	identityKey: Buffer;
	signedPreKey: SignedPreKeyPublicKey;
	preKeys: Map<number, Buffer>;
	/** Whether it was told that few pre-keys are left, and has not sent any since. */
	askedForPreKeys: boolean;
	/** The signed identity that came along with its messages; it is checked once. */
	shown: Buffer | null;
	connection: Connection | null;
	/** Whether it said that it wants to be told what happens. */
	active: boolean;
	/** What it has not acknowledged, oldest first; it is told again when it connects again. */
	pending: Map<string, Stanza>;
	/** What the phone tells it once it is connected for the first time; null when it was told. */
	history: HistoryChat[] | null;
}

/** What a phone needs to write to the device; takes one of its pre-keys, if it has any left. */
export function takeBundle(companion: Companion): PreKeyBundleInput {
	const { registrationId, identityKey, signedPreKey, preKeys } = companion;
	const [first] = preKeys;
	if (first === undefined) return { registrationId, identityKey, signedPreKey };
	const [keyId, publicKey] = first;
	preKeys.delete(keyId);
	return { registrationId, identityKey, signedPreKey, preKey: { keyId, publicKey } };
}
