import type { Clock } from '../domain/clock.ts';
import type { WebhookId } from '../domain/ids.ts';
import type { WebhookQueue } from '../store/webhooks/deliveries.ts';
import { cancelPendingDeliveries, deleteDeliveriesOf } from '../store/webhooks/delivery-changes.ts';
import type { Store } from '../store/store.ts';
import { findWebhook, deleteWebhookRow } from '../store/webhooks/webhooks.ts';

/** Deliveries ended or removed in one commit: few enough that what others commit is not kept waiting. */
const BATCH_SIZE = 500;

/** Ends what an inactive webhook was still to get, bit by bit; stops when it becomes active meanwhile. */
export async function cancelWebhookDeliveries(
	store: Store,
	clock: Clock,
	webhookId: WebhookId,
): Promise<void> {
	let ended = BATCH_SIZE;
	while (ended === BATCH_SIZE) {
		ended = await store.commit(async ({ db }) => {
			const webhook = await findWebhook(db, webhookId);
			if (webhook?.status === 'active') return 0;
			return cancelPendingDeliveries(db, webhookId, { at: clock.now(), limit: BATCH_SIZE });
		});
	}
}

/** Removes a deleted webhook's deliveries, bit by bit, and then the webhook itself. */
export async function purgeDeletedWebhook(store: Store, webhookId: WebhookId): Promise<void> {
	let removed = BATCH_SIZE;
	while (removed === BATCH_SIZE) {
		removed = await store.commit(({ db }) => deleteDeliveriesOf(db, webhookId, BATCH_SIZE));
	}
	await store.commit(({ db }) => deleteWebhookRow(db, webhookId));
}

/** Ends what webhooks that are inactive or deleted have left over. */
export async function cleanUpWebhooks(
	store: Store,
	clock: Clock,
	queues: readonly WebhookQueue[],
): Promise<void> {
	for (const { webhookId, role, status, hasInitial, retryAt } of queues) {
		if (role === 'deleted') await purgeDeletedWebhook(store, webhookId);
		else if (status === 'inactive' && (hasInitial || retryAt !== null)) {
			await cancelWebhookDeliveries(store, clock, webhookId);
		}
	}
}
