import { calculateSignature, generateKeyPair, type KeyPair } from 'whatsapp-rust-bridge';
import { encode } from './protobuf.ts';

/** The server's certificate chain under a root of the test's own. */
export interface Authority {
	/** The root's public key, 32 bytes, that clients have to trust. */
	rootKey: Buffer;
	/** The server's static key, which the leaf certifies. */
	serverKey: KeyPair;
	/** An encoded CertChain. */
	chain: Buffer;
}

/** Creates a root, an intermediate certificate and a leaf. */
export function createAuthority(): Authority {
	const root = generateKeyPair();
	const intermediate = generateKeyPair();
	const serverKey = generateKeyPair();
	return {
		rootKey: rawKey(root.pubKey),
		serverKey,
		chain: encode('CertChain', {
			intermediate: certificate(root, { serial: 1, issuerSerial: 0, key: rawKey(intermediate.pubKey) }),
			leaf: certificate(intermediate, { serial: 2, issuerSerial: 1, key: rawKey(serverKey.pubKey) }),
		}),
	};
}

function certificate(issuer: KeyPair, about: { serial: number; issuerSerial: number; key: Buffer }) {
	const day = 86_400;
	const now = Math.floor(Date.now() / 1000);
	const details = encode('CertificateDetails', { ...about, notBefore: now - day, notAfter: now + day });
	return { details, signature: calculateSignature(issuer.privKey, details) };
}

/** Returns a public key without its type byte. */
export function rawKey(key: Uint8Array): Buffer {
	return Buffer.from(key.length === 33 ? key.subarray(1) : key);
}

/** Returns a public key with its type byte, as Signal requires. */
export function signalKey(key: Uint8Array): Buffer {
	return key.length === 33 ? Buffer.from(key) : Buffer.concat([Buffer.from([5]), key]);
}
