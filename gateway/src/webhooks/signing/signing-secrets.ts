import type { Sealer } from '../../lib/crypto/sealer.ts';
import { CannotUnseal } from '../../lib/crypto/sealer.ts';
import type { SealedText } from '../../lib/crypto/sealed-text.ts';
import type { ClaimedDelivery } from '../../store/webhooks/deliveries/claim-deliveries.ts';
import { dropOldest } from '../../lib/bounded/drop-oldest.ts';
import type { SignatureInput } from './signature.ts';
import { unsealWebhookSecret } from './secret.ts';

/** Most unsealed secrets in memory; the one unsealed longest ago is dropped first. */
const LIMIT = 1000;

/** Returns the secrets that sign a delivery. Throws CannotUnseal. */
export type SigningSecrets = (
	delivery: Pick<ClaimedDelivery, 'webhookId' | 'secret' | 'previousSecret'>,
) => Pick<SignatureInput, 'secret' | 'previousSecret'>;

/** Unseals the secrets of webhooks, each one once: a busy webhook has thousands of deliveries a second. */
export function createSigningSecrets(sealer: Sealer): SigningSecrets {
	const unsealed = new Map<string, string>();

	function unseal(webhookId: ClaimedDelivery['webhookId'], sealed: SealedText): string {
		const key = `${webhookId} ${sealed as unknown as string}`;
		const cached = unsealed.get(key);
		if (cached !== undefined) return cached;
		const secret = unsealWebhookSecret(sealer, webhookId, sealed);
		unsealed.set(key, secret);
		dropOldest(unsealed, LIMIT);
		return secret;
	}

	/** Returns null where the previous secret cannot be unsealed: then only the current one signs. */
	function unsealPrevious(webhookId: ClaimedDelivery['webhookId'], sealed: SealedText): string | null {
		try {
			return unseal(webhookId, sealed);
		} catch (error) {
			if (error instanceof CannotUnseal) return null;
			throw error;
		}
	}

	return ({ webhookId, secret, previousSecret: previous }) => {
		const previousText = previous === null ? null : unsealPrevious(webhookId, previous.secret);
		return {
			secret: unseal(webhookId, secret),
			previousSecret:
				previous === null || previousText === null
					? null
					: { secret: previousText, expiresAt: previous.expiresAt },
		};
	};
}
