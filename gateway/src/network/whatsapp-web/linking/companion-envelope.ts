import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { AuthenticationCreds, KeyPair } from 'baileys';
import type { Baileys } from '../baileys/baileys.ts';

/** Bytes of a public key and of a nonce. */
const LENGTH = 32;
/** Chrome, among the platform types of companion devices; it is part of the derived key. */
const DEVICE_TYPE = 1;

/** The commitment that the device sends before the phone reveals its own key. */
export interface CompanionCommitment {
	keys: KeyPair;
	nonce: Buffer;
	ref: string;
	/** The encoded ProloguePayload. */
	prologue: Uint8Array;
}

/** Creates keys for one linking, and the commitment to them. `ref` is the ref that WhatsApp assigned. */
export function commitCompanion({ Curve, proto }: Baileys, ref: string): CompanionCommitment {
	const keys = Curve.generateKeyPair();
	const nonce = randomBytes(LENGTH);
	const identity = proto.CompanionEphemeralIdentity.encode({
		publicKey: keys.public,
		deviceType: DEVICE_TYPE,
		ref,
	}).finish();
	const hash = createHash('sha256').update(identity).update(nonce).digest();
	const prologue = proto.ProloguePayload.encode({
		companionEphemeralIdentity: identity,
		commitment: { hash },
	}).finish();
	return { keys, nonce, ref, prologue };
}

/** Derives the key that proves that the device showed the code which was scanned; `secret` is in base64. */
export function handoffKey({ hkdf }: Baileys, secret: string): Buffer {
	return Buffer.from(hkdf(Buffer.from(secret, 'base64'), LENGTH, { info: 'shortcake-passkey-handoff-v1' }));
}

/** Proves with the handoff key that a commitment comes from the device whose code was scanned. */
export function handoffProof(key: Uint8Array, { prologue }: CompanionCommitment): Buffer {
	return createHmac('sha256', key).update(prologue).digest();
}

/**
 * Encrypts the keys of the device for the phone: the encoded EncryptedPairingRequest. `phoneIdentity` is the encoded
 * PrimaryEphemeralIdentity. Throws where it is invalid.
 */
export function sealPairingRequest(
	{ Curve, aesEncryptGCM, hkdf, proto }: Baileys,
	{ keys, ref }: CompanionCommitment,
	creds: Pick<AuthenticationCreds, 'noiseKey' | 'signedIdentityKey' | 'advSecretKey'>,
	phoneIdentity: Uint8Array,
): Uint8Array {
	const { publicKey } = proto.PrimaryEphemeralIdentity.decode(phoneIdentity);
	if (publicKey?.length !== LENGTH) throw new Error('The key of the phone has a wrong length.');
	const shared = Curve.sharedKey(keys.private, publicKey);
	const salt = Buffer.from(`Companion Pairing ${DEVICE_TYPE} with ref ${ref}`);
	const key = hkdf(shared, LENGTH, { salt, info: 'Pairing Information Encryption Key' });
	const request = proto.PairingRequest.encode({
		companionPublicKey: creds.noiseKey.public,
		companionIdentityKey: creds.signedIdentityKey.public,
		advSecret: Buffer.from(creds.advSecretKey, 'base64'),
	}).finish();
	const iv = randomBytes(12);
	const encryptedPayload = aesEncryptGCM(request, key, iv, Buffer.alloc(0));
	return proto.EncryptedPairingRequest.encode({ encryptedPayload, iv }).finish();
}
