import type { Clock } from '../domain/clock.ts';
import { GatewayError } from '../domain/error.ts';
import { minIdAt } from '../domain/ids.ts';
import { rescheduleDelivery, rescheduleFailedDeliveries } from '../store/webhooks/delivery-changes.ts';
import { findDelivery, type ListedDelivery } from '../store/webhooks/delivery-list.ts';
import type { CommitScope } from '../store/commit/group-commit.ts';
import type { Db, WebhookRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { webhookOrThrow } from './manage-webhook.ts';

/** Deliveries made due in one commit: few enough that what others commit is not kept waiting. */
const BATCH_SIZE = 500;

/** A delivery a path names. Throws webhook_not_found, not_found. */
export async function deliveryOrThrow(db: Db, webhookId: string, id: string): Promise<ListedDelivery> {
	const webhook = await webhookOrThrow(db, webhookId);
	const delivery = await findDelivery(db, webhook.id, id);
	if (delivery !== undefined) return delivery;
	throw new GatewayError(
		'not_found',
		`The webhook has no delivery with this id. List its deliveries with GET /v1/webhooks/${webhook.id}/deliveries.`,
	);
}

/**
 * Makes a delivery due at once, and gives it as it is then: one that ended, successfully or not, begins the whole
 * retry schedule again; one that waits is attempted sooner. Throws webhook_not_found, not_found, and
 * invalid_parameters where the webhook is inactive.
 */
export async function retryDelivery(
	{ db, emit }: CommitScope,
	webhookId: string,
	id: string,
	now: number,
): Promise<ListedDelivery> {
	const delivery = await deliveryOrThrow(db, webhookId, id);
	refuseInactive(await webhookOrThrow(db, webhookId));
	await rescheduleDelivery(db, delivery, now);
	emit({ kind: 'delivery_due' });
	return deliveryOrThrow(db, webhookId, id);
}

/**
 * Makes due at once all deliveries of a webhook that were made in a time and have failed, bit by bit; gives how
 * many. Throws webhook_not_found, and invalid_parameters where the webhook is inactive.
 */
export async function recoverDeliveries(
	{ store, clock }: { store: Store; clock: Clock },
	webhookId: string,
	time: { since: number; until: number },
): Promise<number> {
	const failedBefore = clock.now();
	let recovered = 0;
	for (;;) {
		const count = await store.commit(async ({ db, emit }) => {
			const webhook = await webhookOrThrow(db, webhookId);
			refuseInactive(webhook);
			const failed = {
				webhookId: webhook.id,
				since: minIdAt('dlv', time.since),
				until: minIdAt('dlv', time.until),
				failedBefore,
			};
			const repeated = await rescheduleFailedDeliveries(db, failed, { now: clock.now(), limit: BATCH_SIZE });
			if (repeated > 0) emit({ kind: 'delivery_due' });
			return repeated;
		});
		recovered += count;
		if (count < BATCH_SIZE) return recovered;
	}
}

function refuseInactive({ id, role, instance_id: instanceId, status }: WebhookRow): void {
	if (status === 'active') return;
	const whatToDo =
		role === 'instance'
			? `Give its webhookUrl again with PATCH /v1/instances/${instanceId ?? '{instanceId}'}`
			: `Set its status to "active" with PUT /v1/webhooks/${id}`;
	throw new GatewayError(
		'invalid_parameters',
		`The webhook is inactive, so nothing is delivered to it. ${whatToDo}, then try again.`,
	);
}
