import { createHmac } from 'node:crypto';
import { calculateSignature, verifySignature } from 'whatsapp-rust-bridge';
import { rawKey, signalKey } from '../wire/authority.ts';
import type { Person } from './people.ts';
import { decode, encode } from '../wire/protobuf.ts';

const ACCOUNT = Buffer.from([6, 0]);
const DEVICE = Buffer.from([6, 1]);

/**
 * Signs the identity of a device with the phone's keys, and authenticates it with the secret of the QR code: the
 * content of pair-success.
 */
export function signDeviceIdentity(
	person: Person,
	device: { keyIndex: number; identityKey: Uint8Array; secret: Uint8Array },
): Buffer {
	const { identity } = person.device;
	const details = encode('ADVDeviceIdentity', {
		rawId: person.device.registrationId,
		timestamp: Math.floor(Date.now() / 1000),
		keyIndex: device.keyIndex,
		accountType: 0,
		deviceType: 0,
	});
	const signed = Buffer.concat([ACCOUNT, details, rawKey(device.identityKey)]);
	const signedIdentity = encode('ADVSignedDeviceIdentity', {
		details,
		accountSignatureKey: rawKey(identity.pubKey),
		accountSignature: calculateSignature(identity.privKey, signed),
	});
	const hmac = createHmac('sha256', device.secret).update(signedIdentity).digest();
	return encode('ADVSignedDeviceIdentityHMAC', { details: signedIdentity, hmac });
}

/** Whether a device identity is signed by both the phone and the device. */
export function isSignedDeviceIdentity(person: Person, identityKey: Uint8Array, bytes: Uint8Array): boolean {
	const accountKey = rawKey(person.device.identity.pubKey);
	const { details, accountSignature, accountSignatureKey, deviceSignature } = decode(
		'ADVSignedDeviceIdentity',
		bytes,
	);
	if (deviceSignature === undefined) return false;
	if (accountSignatureKey !== undefined && !accountKey.equals(accountSignatureKey)) return false;
	const key = rawKey(identityKey);
	return (
		verifySignature(signalKey(accountKey), Buffer.concat([ACCOUNT, details, key]), accountSignature) &&
		verifySignature(signalKey(key), Buffer.concat([DEVICE, details, key, accountKey]), deviceSignature)
	);
}
