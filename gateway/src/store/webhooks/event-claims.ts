import type { EventId, WebhookId } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';

/** The claim of an event of a webhook by one of the receiver's processes. */
export interface EventClaim {
	webhookId: WebhookId;
	eventId: EventId;
	claimant: string;
}

/**
 * Stores who handles an event, unless somebody else does. Returns false where somebody else does, and true for an event
 * without a delivery: nobody can have claimed it.
 */
export async function claimEvent(db: Db, { webhookId, eventId, claimant }: EventClaim): Promise<boolean> {
	// One statement, so that of claims at the same time, also of several processes, only one finds the row unclaimed.
	const { numUpdatedRows } = await db
		.updateTable('deliveries')
		.set({ claimed_by: claimant })
		.where('event_id', '=', eventId)
		.where('webhook_id', '=', webhookId)
		.where((eb) => eb.or([eb('claimed_by', 'is', null), eb('claimed_by', '=', claimant)]))
		.executeTakeFirst();
	if (numUpdatedRows > 0n) return true;
	const delivery = await db
		.selectFrom('deliveries')
		.select('id')
		.where('event_id', '=', eventId)
		.where('webhook_id', '=', webhookId)
		.executeTakeFirst();
	return delivery === undefined;
}
