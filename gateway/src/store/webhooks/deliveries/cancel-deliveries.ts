import type { DeliveryId, WebhookId } from '../../../domain/ids.ts';
import { OPEN_DELIVERY_STATUSES } from '../../../domain/webhooks/webhook.ts';
import { chunkInList } from '../../engine/chunk-in-list.ts';
import type { Db } from '../../schema.ts';
import type { QueueKey } from '../queues/queue-locks.ts';

/*
 * An update of the rows that a query found repeats the conditions on their state: on PostgreSQL another gateway may have
 * claimed or finished one of them since, while the update waited for its lock.
 */

/**
 * Cancels up to `limit` open deliveries of an inactive webhook; returns how many. A running attempt continues, and a
 * test event still gets its initial attempt.
 */
export async function cancelOpenDeliveries(
	db: Db,
	webhookId: WebhookId,
	options: { at: number; limit: number },
): Promise<number> {
	const result = await db
		.updateTable('deliveries')
		.set({ status: 'cancelled', finished_at: options.at })
		.where('id', 'in', (eb) =>
			eb
				.selectFrom('deliveries')
				.select('id')
				.where('webhook_id', '=', webhookId)
				.where('status', 'in', OPEN_DELIVERY_STATUSES)
				.where('claim_token', 'is', null)
				.where((inner) => inner.or([inner('test', '=', 0), inner('attempts', '>', 0)]))
				.limit(options.limit),
		)
		.where('finished_at', 'is', null)
		.where('claim_token', 'is', null)
		.executeTakeFirst();
	return Number(result.numUpdatedRows);
}

/** Cancels a delivery that is open, unless an attempt is under way; returns whether it did. */
export async function cancelDelivery(db: Db, id: DeliveryId, at: number): Promise<boolean> {
	const result = await db
		.updateTable('deliveries')
		.set({ status: 'cancelled', finished_at: at })
		.where('id', '=', id)
		.where('finished_at', 'is', null)
		.where('claim_token', 'is', null)
		.executeTakeFirst();
	return Number(result.numUpdatedRows) > 0;
}

/**
 * Cancels up to `limit` open deliveries of a queue without an attempt under way. Returns how many it found, and how many
 * of them it cancelled: another gateway may have claimed or finished some since.
 */
export async function cancelQueue(
	db: Db,
	{ webhookId, orderingKey }: QueueKey,
	options: { at: number; limit: number },
): Promise<{ found: number; cancelled: number }> {
	const rows = await db
		.selectFrom('deliveries')
		.select('id')
		.where('webhook_id', '=', webhookId)
		.where('ordering_key', '=', orderingKey)
		.where('ordering_key', 'is not', null)
		.where('finished_at', 'is', null)
		.where('claim_token', 'is', null)
		.orderBy('position')
		.limit(options.limit)
		.execute();
	let cancelled = 0;
	for (const ids of chunkInList(rows.map(({ id }) => id))) {
		const result = await db
			.updateTable('deliveries')
			.set({ status: 'cancelled', finished_at: options.at })
			.where('id', 'in', ids)
			.where('finished_at', 'is', null)
			.where('claim_token', 'is', null)
			.executeTakeFirst();
		cancelled += Number(result.numUpdatedRows);
	}
	return { found: rows.length, cancelled };
}
