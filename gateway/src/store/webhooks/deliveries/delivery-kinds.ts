import type { EventKind } from '../../../domain/events/event-kind.ts';
import type { WebhookId } from '../../../domain/ids.ts';
import { OPEN_DELIVERY_STATUSES } from '../../../domain/webhooks/webhook.ts';
import type { Db } from '../../schema.ts';
import { type FailedDeliveries, selectFailed } from './reschedule-deliveries.ts';

/** The event kinds of a webhook's deliveries that are still to be attempted. */
export async function listOpenKinds(db: Db, webhookId: WebhookId): Promise<EventKind[]> {
	const rows = await db
		.selectFrom('deliveries')
		.select('kind')
		.distinct()
		.where('webhook_id', '=', webhookId)
		.where('status', 'in', OPEN_DELIVERY_STATUSES)
		.execute();
	return rows.map(({ kind }) => kind);
}

/** The event kinds of these failed deliveries. */
export async function listFailedKinds(db: Db, failed: FailedDeliveries): Promise<EventKind[]> {
	const rows = await selectFailed(db, failed).select('kind').distinct().execute();
	return rows.map(({ kind }) => kind);
}
