import type { CommitScope } from '../../store/commit/scope.ts';
import type { WebhookRow } from '../../store/schema.ts';
import { forgetFailures } from '../../store/webhooks/last-deliveries.ts';
import { updateWebhook } from '../../store/webhooks/webhooks.ts';

/**
 * Activates a webhook that is paused or inactive: what waits is delivered, and only failures from now on can pause it
 * again. `failing_since` stays until its next success, of which webhook.recovered tells.
 */
export async function resumeWebhook(
	{ db, emit }: CommitScope,
	{ id }: Pick<WebhookRow, 'id'>,
): Promise<void> {
	await updateWebhook(db, id, { status: 'active', paused_at: null });
	await forgetFailures(db, id);
	emit({ kind: 'delivery_due' });
}
