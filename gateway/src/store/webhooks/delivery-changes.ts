import { sql } from 'kysely';
import type { DeliveryId, WebhookId } from '../../domain/ids.ts';
import type { DeliveryStatus } from '../../domain/webhook.ts';
import type { Db } from '../schema.ts';

/**
 * Ends up to `limit` deliveries a webhook that receives no longer was still to get; gives how many. An attempt
 * under way is let end, and a test that somebody waits for is made.
 */
export async function cancelPendingDeliveries(
	db: Db,
	webhookId: WebhookId,
	terms: { at: number; limit: number },
): Promise<number> {
	const result = await db
		.updateTable('deliveries')
		.set({ status: 'cancelled', finished_at: terms.at })
		.where('id', 'in', (eb) =>
			eb
				.selectFrom('deliveries')
				.select('id')
				.where('webhook_id', '=', webhookId)
				.where('status', '=', sql.lit('pending'))
				.where('claim_token', 'is', null)
				.where((inner) => inner.or([inner('test', '=', 0), inner('attempts', '>', 0)]))
				.limit(terms.limit),
		)
		.executeTakeFirst();
	return Number(result.numUpdatedRows);
}

/** Removes up to `limit` deliveries of a webhook, with their attempts; gives how many. */
export async function removeDeliveries(db: Db, webhookId: WebhookId, limit: number): Promise<number> {
	const result = await db
		.deleteFrom('deliveries')
		.where('id', 'in', (eb) =>
			eb.selectFrom('deliveries').select('id').where('webhook_id', '=', webhookId).limit(limit),
		)
		.executeTakeFirst();
	return Number(result.numDeletedRows);
}

/**
 * Makes a delivery due at once. One that has ended begins the whole retry schedule again, while its attempts are
 * counted on; one that waits is attempted sooner; one under way stays as it is.
 */
export async function repeatDelivery(
	db: Db,
	delivery: { id: DeliveryId; status: DeliveryStatus },
	now: number,
): Promise<void> {
	const again = delivery.status === 'pending' ? {} : AGAIN;
	await db
		.updateTable('deliveries')
		.set({ ...again, due_at: now })
		.where('id', '=', delivery.id)
		.where('claim_token', 'is', null)
		.execute();
}

/** Deliveries of a webhook that have failed, by the time they were made, `since` included and `until` not. */
export interface FailedDeliveries {
	webhookId: WebhookId;
	/** The first and the last id of that time. */
	since: DeliveryId;
	until: DeliveryId;
	/** Failed before this moment: what fails again is not taken twice. */
	failedBefore: number;
}

/** Makes up to `limit` of them due at once, each with the whole retry schedule before it; gives how many. */
export async function repeatFailedDeliveries(
	db: Db,
	failed: FailedDeliveries,
	terms: { now: number; limit: number },
): Promise<number> {
	const result = await db
		.updateTable('deliveries')
		.set({ ...AGAIN, due_at: terms.now })
		.where('id', 'in', (eb) =>
			eb
				.selectFrom('deliveries')
				.select('id')
				.where('webhook_id', '=', failed.webhookId)
				.where('status', '=', sql.lit('failed'))
				.where('id', '>=', failed.since)
				.where('id', '<', failed.until)
				.where('finished_at', '<=', failed.failedBefore)
				.limit(terms.limit),
		)
		.executeTakeFirst();
	return Number(result.numUpdatedRows);
}

const AGAIN = { status: 'pending', failures: 0, finished_at: null } as const;
