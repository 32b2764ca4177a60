import { verifySignature } from 'whatsapp-rust-bridge';
import type { Baileys } from '../baileys/baileys.ts';

/**
 * Lets signatures count. Baileys 7.0.0-rc14 has its library check the certificates of WhatsApp's server and the
 * signature of the account at pairing, and takes every answer for a yes.
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
