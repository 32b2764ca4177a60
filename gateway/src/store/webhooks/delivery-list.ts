import type { EventKind } from '../../domain/event.ts';
import type { DeliveryId, EventId, InstanceId, WebhookId } from '../../domain/ids.ts';
import type { DeliveryStatus } from '../../domain/webhook.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import { latestNumber } from './delivery-log.ts';
import type { Db, DeliveryAttemptRow, DeliveryRow } from '../schema.ts';

/** A delivery with the outcome of its latest attempt. */
export type ListedDelivery = DeliveryRow & { status_code: number | null; error: string | null };

/** A delivery with its latest attempt and the instance of its webhook. */
type AttemptedDelivery = ListedDelivery & {
	number: number | null;
	duration: number | null;
	instance_id: InstanceId | null;
};

/** Restricts a list of a webhook's deliveries; an absent property does not restrict it. */
export interface DeliveryFilter {
	webhookId: WebhookId;
	status?: DeliveryStatus | undefined;
	kind?: EventKind | undefined;
	/** Only deliveries older than this one. */
	before?: DeliveryId | undefined;
}

/** A webhook's deliveries, newest first. */
export function listDeliveries(
	db: Db,
	{ webhookId, status, kind, before }: DeliveryFilter,
	limit: number,
): Promise<ListedDelivery[]> {
	let query = listed(db).where('deliveries.webhook_id', '=', webhookId);
	if (status !== undefined) query = query.where('deliveries.status', '=', status);
	if (kind !== undefined) query = query.where('deliveries.kind', '=', kind);
	if (before !== undefined) query = query.where('deliveries.id', '<', before);
	return query.orderBy('deliveries.id', 'desc').limit(limit).execute();
}

/** One of a webhook's deliveries. */
export function findDelivery(db: Db, webhookId: WebhookId, id: string): Promise<ListedDelivery | undefined> {
	return listed(db)
		.where('deliveries.id', '=', id as DeliveryId)
		.where('deliveries.webhook_id', '=', webhookId)
		.executeTakeFirst();
}

/** Deliveries by their ids, each with its latest attempt and the instance of its webhook. */
export function listDeliveriesById(db: Db, ids: readonly DeliveryId[]): Promise<AttemptedDelivery[]> {
	if (ids.length === 0) return Promise.resolve([]);
	return listed(db)
		.innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
		.select(['delivery_attempts.number', 'delivery_attempts.duration', 'webhooks.instance_id'])
		.where('deliveries.id', 'in', padInList(ids))
		.orderBy('deliveries.id')
		.execute();
}

/** The deliveries of events, oldest first. */
export function listDeliveriesOfEvents(db: Db, eventIds: readonly EventId[]): Promise<ListedDelivery[]> {
	if (eventIds.length === 0) return Promise.resolve([]);
	return listed(db)
		.where('deliveries.event_id', 'in', padInList(eventIds))
		.orderBy('deliveries.id')
		.execute();
}

/** The content of a delivery: the event's stored text, and every attempt, oldest first. */
export async function findDeliveryContent(
	db: Db,
	delivery: Pick<DeliveryRow, 'id' | 'event_id'>,
): Promise<{ body: string; attempts: DeliveryAttemptRow[] }> {
	const { body } = await db
		.selectFrom('events')
		.select('body')
		.where('id', '=', delivery.event_id)
		.executeTakeFirstOrThrow();
	const attempts = await db
		.selectFrom('delivery_attempts')
		.selectAll()
		.where('delivery_id', '=', delivery.id)
		.orderBy('number')
		.execute();
	return { body, attempts };
}

function listed(db: Db) {
	return db
		.selectFrom('deliveries')
		.leftJoin('delivery_attempts', (join) =>
			join
				.onRef('delivery_attempts.delivery_id', '=', 'deliveries.id')
				.on('delivery_attempts.number', '=', latestNumber()),
		)
		.selectAll('deliveries')
		.select(['delivery_attempts.status_code', 'delivery_attempts.error']);
}
