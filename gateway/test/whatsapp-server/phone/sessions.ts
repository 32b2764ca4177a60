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

/** The other side of a session: a LID and a device number. */
export interface Address {
	lid: string;
	device: number;
}

/** A ciphertext with its type. */
export interface EncryptedMessage {
	type: 'pkmsg' | 'msg' | 'skmsg';
	ciphertext: Uint8Array;
}

const PRE_KEY_MESSAGE = 3;

/** Decrypts a message from another device. Throws when it cannot. */
export async function decryptMessage(
	device: SignalDevice,
	from: Address,
	encrypted: EncryptedMessage,
): Promise<Content> {
	const cipher = new SessionCipher(device.storage, addressOf(from));
	const padded =
		encrypted.type === 'pkmsg'
			? await cipher.decryptPreKeyWhisperMessage(encrypted.ciphertext)
			: await cipher.decryptWhisperMessage(encrypted.ciphertext);
	return decode('Message', unpad(padded));
}

/** Encrypts a message for one device. Calls `bundle` when there is no session yet. */
export async function encryptMessage(
	device: SignalDevice,
	to: Address,
	content: Content | Buffer,
	bundle: () => PreKeyBundleInput,
): Promise<EncryptedMessage> {
	const address = addressOf(to);
	const cipher = new SessionCipher(device.storage, address);
	if (!(await cipher.hasOpenSession())) {
		await new SessionBuilder(device.storage, address).processPreKeyBundle(bundle());
	}
	const { type, body } = await cipher.encrypt(pad(bytesOf(content)));
	return { type: type === PRE_KEY_MESSAGE ? 'pkmsg' : 'msg', ciphertext: body };
}

/** Replaces a session, after a message that could not be decrypted. */
export async function renewSession(
	device: SignalDevice,
	to: Address,
	bundle: PreKeyBundleInput,
): Promise<void> {
	await new SessionBuilder(device.storage, addressOf(to)).processPreKeyBundle(bundle);
}

/** Stores the sender key of another device for a group. */
export async function processSenderKey(
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

/** Decrypts a group message. Throws when the sender key is unknown. */
export async function decryptGroupMessage(
	device: SignalDevice,
	group: string,
	from: Address,
	ciphertext: Uint8Array,
): Promise<Content> {
	const padded = await new GroupCipher(device.storage, group, addressOf(from)).decrypt(ciphertext);
	return decode('Message', unpad(padded));
}

/** Encrypts a message for a group; also returns the distribution message of the sender key. */
export async function encryptGroupMessage(
	device: SignalDevice,
	group: string,
	self: Address,
	content: Content | Buffer,
): Promise<{ encrypted: EncryptedMessage; distribution: Uint8Array }> {
	const name = new SenderKeyName(group, addressOf(self));
	const distribution = (await new GroupSessionBuilder(device.storage).create(name)).serialize();
	const cipher = new GroupCipher(device.storage, group, addressOf(self));
	const ciphertext = await cipher.encrypt(pad(bytesOf(content)));
	return { encrypted: { type: 'skmsg', ciphertext }, distribution };
}

function addressOf({ lid, device }: Address): ProtocolAddress {
	return new ProtocolAddress(lid, device);
}

/** The bytes of a message, which may be arbitrary ones. */
function bytesOf(content: Content | Buffer): Buffer {
	return Buffer.isBuffer(content) ? content : encodeContent(content);
}

/** Hides the length of a message behind 1 to 16 bytes of padding, each of which is the number of bytes. */
function pad(bytes: Buffer): Buffer {
	const length = randomInt(1, 17);
	return Buffer.concat([bytes, Buffer.alloc(length, length)]);
}

function unpad(bytes: Uint8Array): Uint8Array {
	return bytes.subarray(0, bytes.length - (bytes.at(-1) ?? 0));
}
