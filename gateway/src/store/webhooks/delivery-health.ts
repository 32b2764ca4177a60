import { minIdAt, type WebhookId } from '../../domain/ids.ts';
import { DELIVERY_STATUSES, NO_DELIVERIES, type DeliveryStatus } from '../../domain/webhooks/webhook.ts';
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
		.where('id', '>=', minIdAt('dlv', since))
		.groupBy('status')
		.execute();
	const counts = { ...NO_DELIVERIES };
	for (const { status, count } of rows) counts[status] = count;
	return counts;
}

/** When the oldest pending delivery was created, in epoch milliseconds; null: none is pending. */
export async function oldestPendingAt(db: Db, webhookId: WebhookId): Promise<number | null> {
	const row = await db
		.selectFrom('deliveries')
		.select('created_at')
		.where('webhook_id', '=', webhookId)
		.where('status', '=', 'pending')
		.orderBy('id')
		.limit(1)
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
	const newest = db
		.selectFrom('deliveries')
		.select('id')
		.where('webhook_id', '=', webhookId)
		.where('id', '>=', minIdAt('dlv', since))
		.orderBy('id', 'desc')
		.limit(limit);
	const rows = await db
		.selectFrom('delivery_attempts')
		.select('duration')
		.where('delivery_id', 'in', db.selectFrom(newest.as('newest')).select('newest.id'))
		.where('status_code', 'is not', null)
		.orderBy('duration')
		.execute();
	return rows.map(({ duration }) => duration);
}
