import type { PreKeyBundleInput, SignedPreKeyPublicKey } from 'whatsapp-rust-bridge';
import type { Connection } from './connection.ts';
import type { HistoryChat } from './phone/history.ts';
import type { Person } from './phone/people.ts';
import type { Stanza } from './wire/stanza.ts';

/** A companion device: an instance of a gateway that is linked to a phone. */
export interface Companion {
	person: Person;
	/** Its number among the devices of the phone, from 1. */
	device: number;
	/** Identifies the device when it connects, in hexadecimal. */
	noiseKey: string;
	registrationId: number;
	identityKey: Buffer;
	signedPreKey: SignedPreKeyPublicKey;
	preKeys: Map<number, Buffer>;
	/** Whether the server has requested prekeys that the device has not uploaded yet. */
	requestedPreKeys: boolean;
	/** The signed identity from its messages, cached after its verification. */
	verifiedIdentity: Buffer | null;
	connection: Connection | null;
	/** Whether the device has declared itself active, so that stanzas are sent to it. */
	active: boolean;
	/** Whether the device shows the account as online. */
	available: boolean;
	/** Phones, and JIDs of groups, whose presence it has subscribed to on this connection. */
	subscriptions: Set<string>;
	/** Unacknowledged stanzas, oldest first; they are redelivered when the device reconnects. */
	pending: Map<string, Stanza>;
	/** The history sync for the first connection; null once it is sent. */
	history: HistoryChat[] | null;
}

/** Returns the prekey bundle of a device, with one of its one-time prekeys if any is left. */
export function takePreKeyBundle(companion: Companion): PreKeyBundleInput {
	const { registrationId, identityKey, signedPreKey, preKeys } = companion;
	const [first] = preKeys;
	if (first === undefined) return { registrationId, identityKey, signedPreKey };
	const [keyId, publicKey] = first;
	preKeys.delete(keyId);
	return { registrationId, identityKey, signedPreKey, preKey: { keyId, publicKey } };
}
