import type { Db, WebhookRow } from '../store/schema.ts';
import { updateWebhook } from '../store/webhooks/webhooks.ts';
import { webhookOrThrow } from './manage-webhook.ts';

/** How long the secret before signs too, in milliseconds: time to change it at the receiver. */
export const ROTATION_PERIOD = 24 * 3_600_000;

/**
 * Gives a webhook a new secret; for 24 hours the one before signs beside it, so that a receiver accepts every
 * delivery while it is being changed. Throws webhook_not_found.
 */
export async function rotateSecret(
	db: Db,
	webhookId: string,
	secret: string,
	now: number,
): Promise<WebhookRow> {
	const webhook = await webhookOrThrow(db, webhookId);
	const changes = {
		secret,
		previous_secret: webhook.secret,
		previous_secret_expires_at: now + ROTATION_PERIOD,
	};
	await updateWebhook(db, webhook.id, changes);
	return { ...webhook, ...changes };
}
