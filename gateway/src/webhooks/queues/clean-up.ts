import type { Clock } from '../../domain/clock.ts';
import type { WebhookId } from '../../domain/ids.ts';
import type { WebhookQueue } from '../../store/webhooks/queues/webhook-queues.ts';
import { deleteDeliveriesOf } from '../../store/webhooks/deliveries/delete-deliveries.ts';
import type { Store } from '../../store/store.ts';
import { deleteTerminated } from '../../store/webhooks/terminating-webhooks.ts';
import { deleteWebhookRow, findWebhook } from '../../store/webhooks/webhooks.ts';
import type { RepairQueues } from './repair-queues.ts';
import { cancelOpenDeliveries } from '../../store/webhooks/deliveries/cancel-deliveries.ts';

/** Most deliveries of one commit, so that it does not delay other commits. */
const BATCH_SIZE = 500;

/** Cancels the open deliveries of an inactive webhook, in batches; stops when the webhook becomes active. */
export async function cancelWebhookDeliveries(
	store: Store,
	clock: Clock,
	webhookId: WebhookId,
): Promise<void> {
	let cancelled = BATCH_SIZE;
	while (cancelled === BATCH_SIZE) {
		cancelled = await store.commit(async ({ db }) => {
			const webhook = await findWebhook(db, webhookId);
			if (webhook?.status === 'active') return 0;
			return cancelOpenDeliveries(db, webhookId, { at: clock.now(), limit: BATCH_SIZE });
		});
	}
}

/**
 * Deletes the deliveries of a deleted webhook, in batches, and then its row. Where another gateway is deleting them too,
 * some are left, and the row with them, until the next scan of either.
 */
async function purgeDeletedWebhook(store: Store, webhookId: WebhookId): Promise<void> {
	let deleted = BATCH_SIZE;
	while (deleted === BATCH_SIZE) {
		deleted = await store.commit(({ db }) => deleteDeliveriesOf(db, webhookId, BATCH_SIZE));
	}
	await store.commit(({ db }) => deleteWebhookRow(db, webhookId));
}

/** Deletes a terminating webhook when its time is up. */
async function endTermination(store: Store, clock: Clock, webhookId: WebhookId): Promise<void> {
	const isDeleted = await store.commit(({ db }) => deleteTerminated(db, webhookId, clock.now()));
	if (isDeleted) await purgeDeletedWebhook(store, webhookId);
}

/** Cancels the deliveries of inactive webhooks, purges deleted and terminated ones, and repairs the queues of active ones. */
export async function cleanUpWebhooks(
	store: Store,
	clock: Clock,
	queues: readonly WebhookQueue[],
	repairQueues: RepairQueues,
): Promise<void> {
	for (const queue of queues) {
		const { webhookId, role, status, hasInitial, retryAt, hasChatQueues } = queue;
		if (role === 'deleted') await purgeDeletedWebhook(store, webhookId);
		else if (role === 'terminating') await endTermination(store, clock, webhookId);
		else if (status === 'active') await repairQueues(queue);
		else if (hasInitial || retryAt !== null || hasChatQueues) {
			await cancelWebhookDeliveries(store, clock, webhookId);
		}
	}
}
