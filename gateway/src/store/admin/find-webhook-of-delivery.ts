import type { DeliveryId } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';

/** The webhook of a delivery; null: there is no such delivery. */
export async function findWebhookOfDelivery(db: Db, id: string): Promise<string | null> {
	const row = await db
		.selectFrom('deliveries')
		.select('webhook_id')
		.where('id', '=', id as DeliveryId)
		.executeTakeFirst();
	return row?.webhook_id ?? null;
}
