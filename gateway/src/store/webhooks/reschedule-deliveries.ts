import { sql } from 'kysely';
import type { EventKind } from '../../domain/events/event.ts';
import type { DeliveryId, WebhookId } from '../../domain/ids.ts';
import { OPEN_DELIVERY_STATUSES, type DeliveryStatus } from '../../domain/webhooks/webhook.ts';
import { chunkInList } from '../engine/chunk-in-list.ts';
import type { Db, DeliveryRow } from '../schema.ts';
import { distinctKeys, type QueueKey } from './queues/queue-locks.ts';

/*
 * A statement that changes the rows of a subquery says again which state they have: on PostgreSQL another gateway may
 * have claimed or finished one while the statement waited for it.
 */

/**
 * Cancels up to `limit` open deliveries of an inactive webhook; returns how many. A running attempt continues, and a
 * test event still gets its initial attempt.
 */
export async function cancelOpenDeliveries(
	db: Db,
	webhookId: WebhookId,
	options: { at: number; limit: number },
): Promise<number> {
	const result = await db
		.updateTable('deliveries')
		.set({ status: 'cancelled', finished_at: options.at })
		.where('id', 'in', (eb) =>
			eb
				.selectFrom('deliveries')
				.select('id')
				.where('webhook_id', '=', webhookId)
				.where('status', 'in', OPEN_DELIVERY_STATUSES)
				.where('claim_token', 'is', null)
				.where((inner) => inner.or([inner('test', '=', 0), inner('attempts', '>', 0)]))
				.limit(options.limit),
		)
		.where('finished_at', 'is', null)
		.where('claim_token', 'is', null)
		.executeTakeFirst();
	return Number(result.numUpdatedRows);
}

/** Cancels a delivery that is open, unless an attempt is under way; returns whether it did. */
export async function cancelDelivery(db: Db, id: DeliveryId, at: number): Promise<boolean> {
	const result = await db
		.updateTable('deliveries')
		.set({ status: 'cancelled', finished_at: at })
		.where('id', '=', id)
		.where('finished_at', 'is', null)
		.where('claim_token', 'is', null)
		.executeTakeFirst();
	return Number(result.numUpdatedRows) > 0;
}

/**
 * Cancels up to `limit` open deliveries of a queue without an attempt under way. Returns how many it found, and how many
 * of them it cancelled: another gateway may have claimed or finished some since.
 */
export async function cancelQueue(
	db: Db,
	{ webhookId, orderingKey }: QueueKey,
	options: { at: number; limit: number },
): Promise<{ found: number; cancelled: number }> {
	const rows = await db
		.selectFrom('deliveries')
		.select('id')
		.where('webhook_id', '=', webhookId)
		.where('ordering_key', '=', orderingKey)
		.where('ordering_key', 'is not', null)
		.where('finished_at', 'is', null)
		.where('claim_token', 'is', null)
		.orderBy('position')
		.limit(options.limit)
		.execute();
	let cancelled = 0;
	for (const ids of chunkInList(rows.map(({ id }) => id))) {
		const result = await db
			.updateTable('deliveries')
			.set({ status: 'cancelled', finished_at: options.at })
			.where('id', 'in', ids)
			.where('finished_at', 'is', null)
			.where('claim_token', 'is', null)
			.executeTakeFirst();
		cancelled += Number(result.numUpdatedRows);
	}
	return { found: rows.length, cancelled };
}

/** Takes up to `limit` deliveries that wait out of their queues, so that they are due; returns how many. */
export async function releaseWaitingDeliveries(db: Db, webhookId: WebhookId, limit: number): Promise<number> {
	const result = await db
		.updateTable('deliveries')
		.set({ status: 'pending', ordering_key: null, position: null })
		.where('id', 'in', (eb) =>
			eb
				.selectFrom('deliveries')
				.select('id')
				.where('webhook_id', '=', webhookId)
				.where('status', '=', 'waiting')
				.orderBy('id')
				.limit(limit),
		)
		.where('status', '=', 'waiting')
		.executeTakeFirst();
	return Number(result.numUpdatedRows);
}

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

/**
 * Makes a delivery due at once. A finished delivery restarts the retry schedule and keeps its count of attempts; a
 * pending one is attempted sooner; a claimed one and one that waits for others stay unchanged. A finished delivery of
 * an ordered webhook waits in its queue, which the caller advances: it goes before those that came after it. The claim of
 * a successful delivery ends, so that its receiver handles the event again.
 */
export async function rescheduleDelivery(
	db: Db,
	delivery: Pick<DeliveryRow, 'id' | 'status' | 'finished_at' | 'ordering_key'>,
	{ now, ordered }: { now: number; ordered: boolean },
): Promise<void> {
	if (delivery.status === 'waiting' || delivery.status === 'collecting') return;
	const waits = ordered && delivery.ordering_key !== null;
	const restart = delivery.finished_at === null ? {} : { ...RESTART, ...(waits ? WAIT : OUT_OF_QUEUE) };
	const claim = delivery.status === 'success' ? { claimed_by: null } : {};
	await db
		.updateTable('deliveries')
		.set({ ...restart, ...claim, due_at: now })
		.where('id', '=', delivery.id)
		.where('claim_token', 'is', null)
		.execute();
}

/** Makes the deliveries due at once that are the next of these queues, unless an attempt is under way. */
export async function hastenQueues(db: Db, keys: readonly QueueKey[], now: number): Promise<void> {
	for (const { webhookId, orderingKey } of keys) {
		await db
			.updateTable('deliveries')
			.set({ due_at: now })
			.where('webhook_id', '=', webhookId)
			.where('ordering_key', '=', orderingKey)
			.where('ordering_key', 'is not', null)
			.where('status', '=', sql.lit('pending'))
			.where('claim_token', 'is', null)
			.execute();
	}
}

/** The failed deliveries of a webhook that were created from `since` to before `until`. */
export interface FailedDeliveries {
	webhookId: WebhookId;
	/** The smallest ids of the two times. */
	since: DeliveryId;
	until: DeliveryId;
	/** Only deliveries that failed up to this time, so that one that fails again is not rescheduled twice. */
	failedBefore: number;
}

/** The event kinds of a webhook's deliveries that are still to be attempted. */
export async function openKinds(db: Db, webhookId: WebhookId): Promise<EventKind[]> {
	const rows = await db
		.selectFrom('deliveries')
		.select('kind')
		.distinct()
		.where('webhook_id', '=', webhookId)
		.where('status', 'in', OPEN_DELIVERY_STATUSES)
		.execute();
	return rows.map(({ kind }) => kind);
}

/** Up to `limit` of these failed deliveries, oldest first, whenever they failed. The query reads an index only. */
export function listFailed(
	db: Db,
	{ webhookId, since, until }: Omit<FailedDeliveries, 'failedBefore'>,
	limit: number,
): Promise<Pick<DeliveryRow, 'id' | 'kind' | 'status'>[]> {
	return db
		.selectFrom('deliveries')
		.select(['id', 'kind', 'status'])
		.where('webhook_id', '=', webhookId)
		.where('status', '=', sql.lit('failed'))
		.where('id', '>=', since)
		.where('id', '<', until)
		.orderBy('id')
		.limit(limit)
		.execute();
}

/** The event kinds of these failed deliveries. */
export async function failedKinds(db: Db, failed: FailedDeliveries): Promise<EventKind[]> {
	const rows = await selectFailed(db, failed).select('kind').distinct().execute();
	return rows.map(({ kind }) => kind);
}

function selectFailed(db: Db, failed: FailedDeliveries) {
	return db
		.selectFrom('deliveries')
		.where('webhook_id', '=', failed.webhookId)
		.where('status', '=', sql.lit('failed'))
		.where('id', '>=', failed.since)
		.where('id', '<', failed.until)
		.where('finished_at', '<=', failed.failedBefore);
}

/**
 * Makes up to `limit` failed deliveries due at once, and restarts their retry schedules. Returns how many it found, and
 * how many of them it made due: another gateway may have changed some since. Those of an ordered webhook wait in their
 * queues, which are returned: the caller advances them.
 */
export async function rescheduleFailedDeliveries(
	db: Db,
	failed: FailedDeliveries,
	options: { now: number; limit: number; ordered: boolean },
): Promise<{ found: number; count: number; keys: QueueKey[] }> {
	const { now, limit, ordered } = options;
	const found = await selectFailed(db, failed).select('id').limit(limit).execute();
	const waits = sql<DeliveryStatus>`case when ordering_key is null then 'pending' else 'waiting' end`;
	const rows = [];
	for (const ids of chunkInList(found.map(({ id }) => id))) {
		const query = db
			.updateTable('deliveries')
			.set({ ...RESTART, ...(ordered ? { status: waits } : OUT_OF_QUEUE), due_at: now })
			.where('id', 'in', ids)
			.where('status', '=', sql.lit('failed'))
			.returning(['webhook_id as webhookId', 'ordering_key as orderingKey']);
		rows.push(...(await query.execute()));
	}
	const keys = rows.flatMap(({ webhookId, orderingKey }) =>
		orderingKey === null ? [] : { webhookId, orderingKey },
	);
	return { found: found.length, count: rows.length, keys: distinctKeys(keys) };
}

const RESTART = { status: 'pending', failures: 0, finished_at: null } as const;
const WAIT = { status: 'waiting' } as const;
const OUT_OF_QUEUE = { ordering_key: null, position: null } as const;
