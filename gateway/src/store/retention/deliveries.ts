import type { DeliveryId } from '../../domain/ids.ts';
import { OPEN_DELIVERY_STATUSES } from '../../domain/webhooks/webhook.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import type { Db } from '../schema.ts';
import { type KeysetRange, type ScannedRows, lastIdOf } from './keyset-range.ts';

/** Reads the next `limit` old deliveries, and finds those that finished before a time. */
export async function findOldDeliveries(
	db: Db,
	{ after, before, limit, finishedBefore }: KeysetRange<DeliveryId> & { finishedBefore: number },
): Promise<ScannedRows<DeliveryId>> {
	let old = db.selectFrom('deliveries').select('id').where('id', '<', before).orderBy('id');
	if (after !== null) old = old.where('id', '>', after);
	const last = await lastIdOf(old, limit);
	const read = last === null ? old : old.where('id', '<=', last);
	const rows = await read.where('finished_at', '<', finishedBefore).execute();
	return { ids: rows.map(({ id }) => id), last };
}

/** Deletes deliveries, with their attempts; returns how many. */
export async function deleteDeliveries(db: Db, ids: readonly DeliveryId[]): Promise<number> {
	const result = await db
		.deleteFrom('deliveries')
		.where('id', 'in', padInList(ids))
		.where('finished_at', 'is not', null)
		.executeTakeFirst();
	return Number(result.numDeletedRows);
}

/** Finds open deliveries of paused webhooks that were created before a time and are not being attempted. */
export async function findOldPausedDeliveries(
	db: Db,
	{ before, limit }: Pick<KeysetRange<DeliveryId>, 'before' | 'limit'>,
): Promise<DeliveryId[]> {
	const paused = await db.selectFrom('webhooks').select('id').where('paused_at', 'is not', null).execute();
	const found: DeliveryId[] = [];
	for (const { id: webhookId } of paused) {
		if (found.length >= limit) break;
		const rows = await db
			.selectFrom('deliveries')
			.select('id')
			.where('webhook_id', '=', webhookId)
			.where('status', 'in', OPEN_DELIVERY_STATUSES)
			.where('claim_token', 'is', null)
			.where('id', '<', before)
			.limit(limit - found.length)
			.execute();
		found.push(...rows.map(({ id }) => id));
	}
	return found;
}

/** Cancels these deliveries, except those that have been finished or claimed since; returns how many. */
export async function cancelDeliveries(db: Db, ids: readonly DeliveryId[], at: number): Promise<number> {
	const result = await db
		.updateTable('deliveries')
		.set({ status: 'cancelled', finished_at: at })
		.where('id', 'in', padInList(ids))
		.where('finished_at', 'is', null)
		.where('claim_token', 'is', null)
		.executeTakeFirst();
	return Number(result.numUpdatedRows);
}
