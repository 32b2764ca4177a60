import { EVENT_KINDS } from '../../domain/event.ts';
import { minIdAt, type WebhookId } from '../../domain/ids.ts';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../domain/webhook.ts';
import { deliveryIds } from './delivery-ids.ts';
import type { Db } from '../schema.ts';

/** How many deliveries a webhook had since a moment, by where they stand now. Reads an index and no row. */
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

/** When the oldest delivery that still waits was made, in epoch milliseconds; null: none waits. */
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
 * Milliseconds each answer of a webhook took, of the newest `limit` deliveries since a moment, quickest first.
 * Attempts that nobody answered are left out.
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
