import { randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** Returns a new signing secret of a webhook, in the form of Standard Webhooks. */
export function createSecret(): string {
	return `${PREFIX}${randomBytes(32).toString('base64')}`;
}

/**
 * Returns the key of the signature of Standard Webhooks: the bytes of `whsec_` and the base64 of 24 to 64 bytes, and the
 * text of any other secret, such as one that an earlier version of the node registered.
 */
export function standardWebhooksKey(secret: string): Buffer {
	const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
	const bytes = Buffer.from(encoded, 'base64');
	const isKey = bytes.length >= 24 && bytes.length <= 64 && bytes.toString('base64') === encoded;
	return isKey ? bytes : Buffer.from(secret);
}
