import { recordAudit } from '../../store/access/audit-log.ts';
import { terminateWebhook } from '../../store/webhooks/terminating-webhooks.ts';
import { deleteWebhook as deleteRow } from '../../store/webhooks/webhooks.ts';
import { lockedRegisteredWebhookOrThrow } from './find-webhook.ts';
import type { WebhookDeps } from './webhook-deps.ts';

/**
 * Deletes a webhook; the delivery worker deletes its deliveries later. With `keepDeliveries`, an active webhook keeps
 * them for a minute, for a webhook that is created with the same URL. Throws webhook_not_found.
 */
export async function deleteWebhook(
	{ store, clock, newId }: Pick<WebhookDeps, 'store' | 'clock' | 'newId'>,
	id: string,
	{ keepDeliveries }: { keepDeliveries: boolean },
	actor: string,
): Promise<void> {
	const at = clock.now();
	await store.commit(async ({ db, emit }) => {
		const webhook = await lockedRegisteredWebhookOrThrow(db, id);
		if (keepDeliveries && webhook.status === 'active') await terminateWebhook(db, webhook.id, at);
		else await deleteRow(db, webhook.id);
		emit({ kind: 'webhook_changed' });
		await recordAudit(db, newId, { actor, at }, { action: 'webhook.deleted', target: id });
	});
}
