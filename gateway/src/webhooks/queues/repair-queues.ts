import type { Clock } from '../../domain/clock.ts';
import type { WebhookId } from '../../domain/ids.ts';
import type { Store } from '../../store/store.ts';
import { tryAdvance } from '../../store/webhooks/queues/advance-queues.ts';
import { hasBurstsAfter, makeBurstsDue } from '../../store/webhooks/queues/bursts.ts';
import type { WebhookQueue } from '../../store/webhooks/queues/webhook-queues.ts';
import { releaseWaitingDeliveries } from '../../store/webhooks/queues/ordered-queues.ts';
import { findStuckQueues } from '../../store/webhooks/queues/queue-keys.ts';
import { listActiveReceivers } from '../../store/webhooks/subscriptions.ts';

/** Most deliveries of one commit, so that it does not delay other commits. */
const BATCH_SIZE = 500;
/** Queues of a webhook that one call checks; the next call continues after them. */
const CHECKED_QUEUES = 500;

/** Repairs the queues of an active webhook: what no commit has advanced or released after a change. */
export type RepairQueues = (webhook: WebhookQueue) => Promise<void>;

/**
 * Creates a function that ends the bursts of a webhook that no longer collects, releases the waiting deliveries of one
 * that is no longer ordered, and advances queues in which all deliveries wait.
 */
export function createQueueRepair(store: Store, clock: Clock): RepairQueues {
	const checkedUntil = new Map<WebhookId, string>();

	async function advanceStuck(webhookId: WebhookId): Promise<void> {
		const before = checkedUntil.get(webhookId) ?? null;
		const { stuck, last } = await findStuckQueues(store.read, { webhookId, before, limit: CHECKED_QUEUES });
		if (last === null) checkedUntil.delete(webhookId);
		else checkedUntil.set(webhookId, last);
		if (stuck.length === 0) return;
		const keys = stuck.map((orderingKey) => ({ webhookId, orderingKey }));
		await store.commit((scope) => tryAdvance(scope, keys));
	}

	return async ({ webhookId, ordered, collects }) => {
		if (!collects && (await hasBurstsAfter(store.read, webhookId, clock.now()))) {
			await endCollecting(store, clock, webhookId);
		}
		if (ordered) await advanceStuck(webhookId);
		else await releaseWaiting(store, webhookId);
	};
}

async function endCollecting(store: Store, clock: Clock, webhookId: WebhookId): Promise<void> {
	await store.commit(async ({ db, emit }) => {
		const now = clock.now();
		await makeBurstsDue(db, { webhookId }, now);
		emit({ kind: 'burst_started', endsAt: now });
	});
}

/** Releases the waiting deliveries of a webhook that is no longer ordered, in batches. */
async function releaseWaiting(store: Store, webhookId: WebhookId): Promise<void> {
	let released = BATCH_SIZE;
	while (released === BATCH_SIZE) {
		released = await store.commit(async ({ db, emit }) => {
			const receiver = (await listActiveReceivers(db, [webhookId])).get(webhookId);
			if (receiver === undefined || receiver.ordered) return 0;
			const count = await releaseWaitingDeliveries(db, webhookId, BATCH_SIZE);
			if (count > 0) emit({ kind: 'delivery_due' });
			return count;
		});
	}
}
