import { sql, type SelectQueryBuilder } from 'kysely';
import type { EventKind } from '../../../domain/events/event-kind.ts';
import {
	minIdAt,
	type DeliveryId,
	type EventId,
	type InstanceId,
	type WebhookId,
} from '../../../domain/ids.ts';
import type { DeliveryStatus } from '../../../domain/webhooks/webhook.ts';
import { chunkInList, padInList } from '../../engine/chunk-in-list.ts';
import type { Db, DeliveryAttemptRow, DeliveryRow, Schema } from '../../schema.ts';
import { latestNumber } from './delivery-log.ts';
import { hasChatId } from '../../events/event-chat.ts';
import { startOfBody } from './delivery-subjects.ts';

/** A delivery with the outcome of its latest attempt. */
export type ListedDelivery = DeliveryRow & {
	status_code: number | null;
	error: string | null;
	/** Milliseconds. */
	duration: number | null;
	/** The delivery that a waiting one waits for. */
	waits_for: DeliveryId | null;
	/** When a collecting one is delivered with others. */
	burst_ends_at: number | null;
};

/** A delivery with its latest attempt and the instance of its webhook. */
type AttemptedDelivery = ListedDelivery & {
	number: number | null;
	instance_id: InstanceId | null;
};

/** Restricts a list of a webhook's deliveries; an absent property does not restrict it. */
export interface DeliveryFilter {
	webhookId: WebhookId;
	status?: DeliveryStatus | undefined;
	kind?: EventKind | undefined;
	/** Only deliveries of events that name one of these chats. */
	chatIds?: readonly string[] | undefined;
	/** Only deliveries created from then on, in epoch milliseconds. */
	since?: number | undefined;
	/** Only deliveries created before then, in epoch milliseconds. */
	until?: number | undefined;
	/** Only deliveries older than this one. */
	before?: DeliveryId | undefined;
}

/** Most deliveries read for one page of a chat: an index by chat would slow down the insert of every delivery. */
const SCAN_LIMIT = 10_000;

export interface DeliveryPage {
	deliveries: ListedDelivery[];
	/** The cursor of the next page; null where there are no older deliveries. */
	nextCursor: DeliveryId | null;
}

/**
 * Lists a webhook's deliveries, newest first. A page ends after `limit` deliveries, or after 10,000 were read for those
 * of a chat: then it may contain few or none, and still have a next page.
 */
export async function listDeliveries(
	db: Db,
	{ chatIds, ...filter }: DeliveryFilter,
	limit: number,
): Promise<DeliveryPage> {
	let query = matching(listed(db), filter);
	let end: DeliveryId | null = null;
	if (chatIds !== undefined) {
		const range = matching(db.selectFrom('deliveries').select('deliveries.id'), filter);
		const last = range
			.orderBy('deliveries.id', 'desc')
			.offset(SCAN_LIMIT - 1)
			.limit(1);
		end = (await last.executeTakeFirst())?.id ?? null;
		if (end !== null) query = query.where('deliveries.id', '>=', end);
		query = query.where((eb) => eb.exists(eventOfChats(db, chatIds)));
	}
	// One delivery more than the limit shows whether there is a next page.
	const rows = await query
		.orderBy('deliveries.id', 'desc')
		.limit(limit + 1)
		.execute();
	const deliveries = rows.slice(0, limit);
	return { deliveries, nextCursor: rows.length > limit ? (deliveries.at(-1)?.id ?? null) : end };
}

/** The event of a delivery, where it names one of these chats. */
function eventOfChats(db: Db, chatIds: readonly string[]) {
	return db
		.selectFrom('events')
		.select('events.id')
		.whereRef('events.id', '=', sql.ref('deliveries.event_id'))
		.where((where) => where.or(chatIds.map((id) => hasChatId(db, startOfBody(), id))));
}

function matching<Selected>(
	query: SelectQueryBuilder<Schema, 'deliveries', Selected>,
	{ webhookId, status, kind, since, until, before }: Omit<DeliveryFilter, 'chatIds'>,
) {
	let matches = query.where('deliveries.webhook_id', '=', webhookId);
	if (status !== undefined) matches = matches.where('deliveries.status', '=', status);
	if (kind !== undefined) matches = matches.where('deliveries.kind', '=', kind);
	if (since !== undefined) matches = matches.where('deliveries.id', '>=', minIdAt('dlv', since));
	if (until !== undefined) matches = matches.where('deliveries.id', '<', minIdAt('dlv', until));
	if (before !== undefined) matches = matches.where('deliveries.id', '<', before);
	return matches;
}

/** Returns the deliveries of a webhook with these ids, oldest first; unknown ids are left out. */
export async function findDeliveries(
	db: Db,
	webhookId: WebhookId,
	ids: readonly DeliveryId[],
): Promise<ListedDelivery[]> {
	const found = [];
	for (const chunk of chunkInList(ids)) {
		const query = listed(db).where('deliveries.webhook_id', '=', webhookId);
		found.push(...(await query.where('deliveries.id', 'in', chunk).execute()));
	}
	return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The ids of the events of deliveries. */
export async function findEventIds(db: Db, ids: readonly DeliveryId[]): Promise<EventId[]> {
	const found = [];
	for (const chunk of chunkInList(ids)) {
		const query = db.selectFrom('deliveries').select('event_id');
		found.push(...(await query.where('id', 'in', chunk).execute()));
	}
	return found.map(({ event_id: id }) => id);
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
		.select(['delivery_attempts.number', 'webhooks.instance_id'])
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

/**
 * The content of a delivery: the body of its event, its attempts, and the deliveries that are sent with it. Undefined: it
 * was deleted with its event since it was read.
 */
export async function findDeliveryContent(
	db: Db,
	delivery: Pick<DeliveryRow, 'id' | 'event_id'>,
): Promise<DeliveryContent | undefined> {
	const event = await db
		.selectFrom('events')
		.select('body')
		.where('id', '=', delivery.event_id)
		.executeTakeFirst();
	if (event === undefined) return undefined;
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
	return { body: event.body, attempts, joined: joined.map(({ id }) => id) };
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
		.select([
			'delivery_attempts.status_code',
			'delivery_attempts.error',
			'delivery_attempts.duration',
			WAITS_FOR,
			BURST_ENDS_AT,
		]);
}

const WAITS_FOR = sql<DeliveryId | null>`case when deliveries.status = 'waiting' then (
	select min(next.id) from deliveries as next where next.webhook_id = deliveries.webhook_id
		and next.ordering_key = deliveries.ordering_key and next.ordering_key is not null and next.status = 'pending'
) end`.as('waits_for');
const BURST_ENDS_AT = sql<number | null>`case when deliveries.status = 'collecting' then (
	select ends_at from delivery_bursts where delivery_bursts.webhook_id = deliveries.webhook_id
		and delivery_bursts.ordering_key = deliveries.ordering_key
) end`.as('burst_ends_at');
