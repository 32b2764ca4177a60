import type { RandomBytes } from '../runtime/system.ts';

/** Generates a signing secret of 192 random bits. */
export function makeWebhookSecret(entropy: RandomBytes): string {
	return `whsec_${entropy(24).toString('base64url')}`;
}
