import type { Entropy } from '../system.ts';

/** A signing secret nobody can guess, for a webhook that was given none. */
export function makeWebhookSecret(entropy: Entropy): string {
	return `whsec_${entropy(24).toString('base64url')}`;
}
