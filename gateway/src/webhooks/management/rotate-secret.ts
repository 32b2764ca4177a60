import type { Caller } from '../../domain/access/caller.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import type { WebhookRow } from '../../store/schema.ts';
import { updateWebhook } from '../../store/webhooks/webhooks.ts';
import { lockedWebhookOrThrow } from './find-webhook.ts';
import type { WebhookDeps } from './webhook-deps.ts';
import { assertMayRedirect } from './message-permission.ts';
import { makeWebhookSecret, sealWebhookSecret } from '../signing/secret.ts';

/** Milliseconds during which the previous secret signs too, so that the receiver has time to change it. */
const ROTATION_PERIOD = 24 * 3_600_000;

/**
 * Sets a new secret of a webhook; undefined: the gateway generates it. For 24 hours the previous secret signs too, so
 * that the receiver accepts every delivery while its own configuration changes. Throws
 * insufficient_permissions, webhook_not_found.
 */
export async function rotateSecret(
	{ store, clock, newId, entropy, sealer }: Omit<WebhookDeps, 'guard'>,
	webhookId: string,
	secret: string | undefined,
	caller: Caller,
): Promise<WebhookRow> {
	const newSecret = secret ?? makeWebhookSecret(entropy);
	const at = clock.now();
	return store.commit(async ({ db, emit }) => {
		const webhook = await lockedWebhookOrThrow(db, webhookId);
		await assertMayRedirect(db, caller, webhook);
		const changes = {
			secret: sealWebhookSecret(sealer, webhook.id, newSecret),
			previous_secret: webhook.secret,
			previous_secret_expires_at: at + ROTATION_PERIOD,
		};
		await updateWebhook(db, webhook.id, changes);
		emit({ kind: 'webhook_changed' });
		await recordAudit(
			db,
			newId,
			{ actor: caller.actor, at },
			{ action: 'webhook.secret_rotated', target: webhook.id },
		);
		return { ...webhook, ...changes };
	});
}
