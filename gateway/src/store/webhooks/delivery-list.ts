import { sql } from 'kysely';
import type { EventKind } from '../../domain/events/event.ts';
import type { DeliveryId, EventId, InstanceId, WebhookId } from '../../domain/ids.ts';
import type { DeliveryStatus } from '../../domain/webhooks/webhook.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import { latestNumber } from './delivery-log.ts';
import type { Db, DeliveryAttemptRow, DeliveryRow } from '../schema.ts';

/** A delivery with the outcome of its latest attempt. */
export type ListedDelivery = DeliveryRow & {
	status_code: number | null;
	error: string | null;
	/** The delivery that a waiting one waits for. */
	waits_for: DeliveryId | null;
	/** When a collecting one is delivered with others. */
	burst_ends_at: number | null;
};

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

/** The content of a delivery. */
export interface DeliveryContent {
	/** The event's stored text. */
	body: string;
	/** Every attempt, oldest first. */
	attempts: DeliveryAttemptRow[];
	/** The deliveries of the single messages that it contains, oldest first. */
	joined: DeliveryId[];
}

export async function findDeliveryContent(
	db: Db,
	delivery: Pick<DeliveryRow, 'id' | 'event_id'>,
): Promise<DeliveryContent> {
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
	const joined = await db
		.selectFrom('deliveries')
		.select('id')
		.where('joined_into', '=', delivery.id)
		.where('joined_into', 'is not', null)
		.orderBy('id')
		.execute();
	return { body, attempts, joined: joined.map(({ id }) => id) };
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
		.select(['delivery_attempts.status_code', 'delivery_attempts.error', WAITS_FOR, BURST_ENDS_AT]);
}

const WAITS_FOR = sql<DeliveryId | null>`case when deliveries.status = 'waiting' then (
	select min(next.id) from deliveries as next where next.webhook_id = deliveries.webhook_id
		and next.ordering_key = deliveries.ordering_key and next.ordering_key is not null and next.status = 'pending'
) end`.as('waits_for');
const BURST_ENDS_AT = sql<number | null>`case when deliveries.status = 'collecting' then (
	select ends_at from delivery_bursts where delivery_bursts.webhook_id = deliveries.webhook_id
		and delivery_bursts.ordering_key = deliveries.ordering_key
) end`.as('burst_ends_at');
