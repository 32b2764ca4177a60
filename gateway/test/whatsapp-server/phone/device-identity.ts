import { createHmac } from 'node:crypto';
import { calculateSignature, verifySignature } from 'whatsapp-rust-bridge';
import { rawKey, signalKey } from '../wire/authority.ts';
import type { Person } from './people.ts';
import { decode, encode } from '../wire/protobuf.ts';

const ACCOUNT = Buffer.from([6, 0]);
const DEVICE = Buffer.from([6, 1]);

/** A phone vouches for a device: the content of pair-success, which only who made the QR code believes. */
export function vouchFor(
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
	const vouched = encode('ADVSignedDeviceIdentity', {
		details,
		accountSignatureKey: rawKey(identity.pubKey),
		accountSignature: calculateSignature(identity.privKey, signed),
	});
	const hmac = createHmac('sha256', device.secret).update(vouched).digest();
	return encode('ADVSignedDeviceIdentityHMAC', { details: vouched, hmac });
}

/** Whether a device's identity is vouched for by the phone, and signed by the device itself. */
export function isVouchedFor(person: Person, identityKey: Uint8Array, bytes: Uint8Array): boolean {
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
