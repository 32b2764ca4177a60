import type { RandomBytes } from '../runtime/system.ts';

const PREFIX = 'whsec_';
const SIZE = 32;
/** The sizes in bytes that Standard Webhooks allows for the key of a secret. */
const KEY_SIZES = { min: 24, max: 64 };

/** Generates a signing secret of 256 random bits, in the form of Standard Webhooks. */
export function makeWebhookSecret(entropy: RandomBytes): string {
	return `${PREFIX}${entropy(SIZE).toString('base64')}`;
}

/**
 * Returns the key of the Standard Webhooks signature: the decoded bytes of `whsec_` and standard base64 of 24 to 64
 * bytes, as the libraries decode it; the UTF-8 bytes of any other secret.
 */
export function standardWebhooksKey(secret: string): Buffer {
	const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
	const bytes = Buffer.from(encoded, 'base64');
	const isKey =
		bytes.length >= KEY_SIZES.min && bytes.length <= KEY_SIZES.max && bytes.toString('base64') === encoded;
	return isKey ? bytes : Buffer.from(secret);
}
