import { randomInt } from 'node:crypto';
import {
	GroupCipher,
	GroupSessionBuilder,
	ProtocolAddress,
	SenderKeyDistributionMessage,
	SenderKeyName,
	SessionBuilder,
	SessionCipher,
	type PreKeyBundleInput,
} from 'whatsapp-rust-bridge';
import { decode } from '../wire/protobuf.ts';
import { encodeContent } from '../wire/raw-content.ts';
import type { SignalDevice } from './signal-device.ts';
import type { Content } from '../wire/wire.ts';

/** The other side of a session: a LID and a number of a device. */
export interface Address {
	lid: string;
	device: number;
}

/** A message as it travels. */
export interface Sealed {
	type: 'pkmsg' | 'msg' | 'skmsg';
	ciphertext: Uint8Array;
}

const PRE_KEY_MESSAGE = 3;

/** Reads a message that another device encrypted for this one. Throws where it cannot be read. */
export async function openMessage(device: SignalDevice, from: Address, sealed: Sealed): Promise<Content> {
	const cipher = new SessionCipher(device.storage, addressOf(from));
	const padded =
		sealed.type === 'pkmsg'
			? await cipher.decryptPreKeyWhisperMessage(sealed.ciphertext)
			: await cipher.decryptWhisperMessage(sealed.ciphertext);
	return decode('Message', unpad(padded));
}

/** Encrypts a message for one device. `bundle` is asked for where there is no session yet. */
export async function sealMessage(
	device: SignalDevice,
	to: Address,
	content: Content | Buffer,
	bundle: () => PreKeyBundleInput,
): Promise<Sealed> {
	const address = addressOf(to);
	const cipher = new SessionCipher(device.storage, address);
	if (!(await cipher.hasOpenSession())) {
		await new SessionBuilder(device.storage, address).processPreKeyBundle(bundle());
	}
	const { type, body } = await cipher.encrypt(pad(bytesOf(content)));
	return { type: type === PRE_KEY_MESSAGE ? 'pkmsg' : 'msg', ciphertext: body };
}

/** Begins a session anew, as after a message could not be read. */
export async function renewSession(
	device: SignalDevice,
	to: Address,
	bundle: PreKeyBundleInput,
): Promise<void> {
	await new SessionBuilder(device.storage, addressOf(to)).processPreKeyBundle(bundle);
}

/** Remembers the key another device encrypts a group's messages with. */
export async function learnSenderKey(
	device: SignalDevice,
	group: string,
	from: Address,
	distribution: Uint8Array,
): Promise<void> {
	await new GroupSessionBuilder(device.storage).process(
		new SenderKeyName(group, addressOf(from)),
		SenderKeyDistributionMessage.deserialize(distribution),
	);
}

/** Reads a group's message. Throws where the sender's key is not known. */
export async function openGroupMessage(
	device: SignalDevice,
	group: string,
	from: Address,
	ciphertext: Uint8Array,
): Promise<Content> {
	const padded = await new GroupCipher(device.storage, group, addressOf(from)).decrypt(ciphertext);
	return decode('Message', unpad(padded));
}

/** Encrypts a message for a group; gives with it the key that its members have to know. */
export async function sealGroupMessage(
	device: SignalDevice,
	group: string,
	self: Address,
	content: Content | Buffer,
): Promise<{ sealed: Sealed; distribution: Uint8Array }> {
	const name = new SenderKeyName(group, addressOf(self));
	const distribution = (await new GroupSessionBuilder(device.storage).create(name)).serialize();
	const cipher = new GroupCipher(device.storage, group, addressOf(self));
	const ciphertext = await cipher.encrypt(pad(bytesOf(content)));
	return { sealed: { type: 'skmsg', ciphertext }, distribution };
}

function addressOf({ lid, device }: Address): ProtocolAddress {
	return new ProtocolAddress(lid, device);
}

/** The bytes of a message, which may be ready, and no message at all. */
function bytesOf(content: Content | Buffer): Buffer {
	return Buffer.isBuffer(content) ? content : encodeContent(content);
}

/** A message's length is hidden behind 1 to 16 bytes, each of which says how many they are. */
function pad(bytes: Buffer): Buffer {
	const length = randomInt(1, 17);
	return Buffer.concat([bytes, Buffer.alloc(length, length)]);
}

function unpad(bytes: Uint8Array): Uint8Array {
	return bytes.subarray(0, bytes.length - (bytes.at(-1) ?? 0));
}
