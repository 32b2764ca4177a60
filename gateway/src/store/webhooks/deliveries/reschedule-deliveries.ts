import { sql } from 'kysely';
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts';
import type { DeliveryStatus } from '../../../domain/webhooks/webhook.ts';
import { chunkInList } from '../../engine/chunk-in-list.ts';
import type { Db, DeliveryRow } from '../../schema.ts';
import { distinctKeys, type QueueKey } from '../queues/queue-locks.ts';

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

/** The failed deliveries of a webhook that were created from `since` to before `until`. */
export interface FailedDeliveries {
	webhookId: WebhookId;
	/** The smallest ids of the two times. */
	since: DeliveryId;
	until: DeliveryId;
	/** Only deliveries that failed up to this time, so that one that fails again is not rescheduled twice. */
	failedBefore: number;
}

/** Up to `limit` of these failed deliveries, oldest first, whenever they failed. The query reads an index only. */
export function listFailedDeliveries(
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

export function selectFailed(db: Db, failed: FailedDeliveries) {
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
