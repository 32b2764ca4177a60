import type { WebhookId } from '../../../domain/ids.ts';
import { chunkInList } from '../../engine/chunk-in-list.ts';
import type { Db } from '../../schema.ts';

/**
 * Deletes up to `limit` deliveries of a webhook, with their attempts; returns how many. Their events have one delivery
 * fewer from then on, so that the ledger does not miss it.
 */
export async function deleteDeliveriesOf(db: Db, webhookId: WebhookId, limit: number): Promise<number> {
	const deleted = await db
		.deleteFrom('deliveries')
		.where('id', 'in', (eb) =>
			eb.selectFrom('deliveries').select('id').where('webhook_id', '=', webhookId).limit(limit),
		)
		.returning('event_id')
		.execute();
	const eventIds = [...new Set(deleted.map((row) => row.event_id))].sort();
	for (const ids of chunkInList(eventIds)) {
		await db
			.updateTable('events')
			.set((eb) => ({ deliveries: eb('deliveries', '-', 1) }))
			.where('id', 'in', ids)
			.execute();
	}
	return deleted.length;
}
