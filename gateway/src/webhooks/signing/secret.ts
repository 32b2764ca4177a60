import type { WebhookId } from '../../domain/ids.ts';
import { sealText, unsealText, type SealedText } from '../../lib/crypto/sealed-text.ts';
import type { Sealer } from '../../lib/crypto/sealer.ts';
import type { RandomBytes } from '../../runtime/system.ts';

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
 * bytes, as the libraries decode it; the UTF-8 bytes of any other secret. It is a text with its encoding, because
 * createHmac() takes that five times faster than a Buffer.
 */
export function standardWebhooksKey(secret: string): { text: string; encoding: 'base64' | 'utf8' } {
	const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
	const bytes = Buffer.from(encoded, 'base64');
	const isKey =
		bytes.length >= KEY_SIZES.min && bytes.length <= KEY_SIZES.max && bytes.toString('base64') === encoded;
	return isKey ? { text: encoded, encoding: 'base64' } : { text: secret, encoding: 'utf8' };
}

/**
 * Seals a secret of a webhook. The current and the previous secret are sealed for the same place, so that a rotation can
 * copy the sealed text.
 */
export function sealWebhookSecret(sealer: Sealer, id: WebhookId, secret: string): SealedText {
	return sealText(sealer, secret, placeOf(id));
}

/** Throws CannotUnseal. */
export function unsealWebhookSecret(sealer: Sealer, id: WebhookId, sealed: SealedText): string {
	return unsealText(sealer, sealed, placeOf(id));
}

function placeOf(id: WebhookId): string {
	return `webhooks.secret/${id}`;
}
