import type { CommitScope } from '../../store/commit/scope.ts';
import type { WebhookRow } from '../../store/schema.ts';
import { forgetFailures } from '../../store/webhooks/last-deliveries.ts';
import { updateWebhook } from '../../store/webhooks/webhooks.ts';

/**
 * Activates a webhook that is paused or inactive: its pending deliveries are attempted, and only failures from now on
 * can pause it again. `failing_since` stays until its next success, which emits webhook.recovered.
 */
export async function resumeWebhook(
	{ db, emit }: CommitScope,
	{ id }: Pick<WebhookRow, 'id'>,
): Promise<void> {
	await updateWebhook(db, id, { status: 'active', paused_at: null });
	await forgetFailures(db, id);
	emit({ kind: 'delivery_due' });
}
