import { EVENT_KINDS } from '../../domain/event.ts';
import { minIdAt, type WebhookId } from '../../domain/ids.ts';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../domain/webhook.ts';
import { deliveryIds } from './delivery-ids.ts';
import type { Db } from '../schema.ts';

/** How many deliveries of a webhook were created since a time, by status. The query reads an index only. */
export async function countDeliveries(
	db: Db,
	webhookId: WebhookId,
	since: number,
): Promise<Record<DeliveryStatus, number>> {
	const rows = await db
		.selectFrom('deliveries')
		.select((eb) => ['status', eb.fn.countAll<number>().as('count')])
		.where('webhook_id', '=', webhookId)
		.where('status', 'in', DELIVERY_STATUSES)
		.where('kind', 'in', EVENT_KINDS)
		.where('id', '>=', minIdAt('dlv', since))
		.groupBy('status')
		.execute();
	const counts = { pending: 0, success: 0, failed: 0, cancelled: 0 };
	for (const { status, count } of rows) counts[status] = count;
	return counts;
}

/** When the oldest pending delivery was created, in epoch milliseconds; null: none is pending. */
export async function oldestPendingAt(db: Db, webhookId: WebhookId): Promise<number | null> {
	const oldest = deliveryIds(db, { webhookId, status: 'pending' }, { order: 'oldest', limit: 1 });
	const row = await db
		.selectFrom('deliveries')
		.select('created_at')
		.where('id', 'in', oldest)
		.executeTakeFirst();
	return row?.created_at ?? null;
}

/**
 * The response times of a webhook in milliseconds, shortest first, over the newest `limit` deliveries since a time.
 * Attempts without a response are left out.
 */
export async function responseTimes(
	db: Db,
	webhookId: WebhookId,
	{ since, limit }: { since: number; limit: number },
): Promise<number[]> {
	const filter = { webhookId, from: minIdAt('dlv', since) };
	const rows = await db
		.selectFrom('delivery_attempts')
		.select('duration')
		.where('delivery_id', 'in', deliveryIds(db, filter, { order: 'newest', limit }))
		.where('status_code', 'is not', null)
		.orderBy('duration')
		.execute();
	return rows.map(({ duration }) => duration);
}
