import { verifySignature } from 'whatsapp-rust-bridge';
import type { Baileys } from './baileys.ts';

/**
 * Replaces `Curve.verify`, with which Baileys checks the certificate of WhatsApp's server and the account's signature at
 * pairing: the version in Baileys 7.0.0-rc14 ignores the result of the check and accepts every signature.
 */
export function enforceSignatures({ Curve, generateSignalPubKey }: Baileys): void {
	Curve.verify = (key, message, signature) => {
		try {
			return verifySignature(generateSignalPubKey(key), message, signature);
		} catch {
			return false;
		}
	};
}
