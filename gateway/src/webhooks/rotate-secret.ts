import { recordAudit } from '../store/access/audit-log.ts';
import type { WebhookRow } from '../store/schema.ts';
import { updateWebhook } from '../store/webhooks/webhooks.ts';
import { webhookOrThrow, type WebhookDeps } from './manage-webhook.ts';
import { makeWebhookSecret } from './secret.ts';

/** Milliseconds in which the previous secret signs too: time to change it at the receiver. */
export const ROTATION_PERIOD = 24 * 3_600_000;

/**
 * Sets a new secret of a webhook, one that the gateway makes where none is given. For 24 hours the previous one signs
 * beside it, so that the receiver accepts every delivery while its secret is changed. Throws webhook_not_found.
 */
export async function rotateSecret(
	{ store, clock, newId, entropy }: Omit<WebhookDeps, 'guard'>,
	webhookId: string,
	secret: string | undefined,
	actor: string,
): Promise<WebhookRow> {
	const newSecret = secret ?? makeWebhookSecret(entropy);
	const at = clock.now();
	return store.commit(async ({ db }) => {
		const webhook = await webhookOrThrow(db, webhookId);
		const changes = {
			secret: newSecret,
			previous_secret: webhook.secret,
			previous_secret_expires_at: at + ROTATION_PERIOD,
		};
		await updateWebhook(db, webhook.id, changes);
		await recordAudit(db, newId, { actor, at }, { action: 'webhook.secret_rotated', target: webhook.id });
		return { ...webhook, ...changes };
	});
}
