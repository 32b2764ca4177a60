import type { RandomBytes } from '../runtime/system.ts';

/** A signing secret nobody can guess, for a webhook that was given none. */
export function makeWebhookSecret(entropy: RandomBytes): string {
	return `whsec_${entropy(24).toString('base64url')}`;
}
