import { sql } from 'kysely';
import type { EventKind } from '../../domain/event.ts';
import type { DeliveryId, WebhookId } from '../../domain/ids.ts';
import type { DeliveryStatus } from '../../domain/webhook.ts';
import type { Db } from '../schema.ts';

/**
 * Cancels up to `limit` pending deliveries of an inactive webhook; returns how many. A running attempt continues, and a
 * test event still gets its initial attempt.
 */
export async function cancelPendingDeliveries(
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
				.where('status', '=', sql.lit('pending'))
				.where('claim_token', 'is', null)
				.where((inner) => inner.or([inner('test', '=', 0), inner('attempts', '>', 0)]))
				.limit(options.limit),
		)
		.executeTakeFirst();
	return Number(result.numUpdatedRows);
}

/** Deletes up to `limit` deliveries of a webhook, with their attempts; returns how many. */
export async function deleteDeliveriesOf(db: Db, webhookId: WebhookId, limit: number): Promise<number> {
	const result = await db
		.deleteFrom('deliveries')
		.where('id', 'in', (eb) =>
			eb.selectFrom('deliveries').select('id').where('webhook_id', '=', webhookId).limit(limit),
		)
		.executeTakeFirst();
	return Number(result.numDeletedRows);
}

/**
 * Makes a delivery due at once. A finished delivery restarts the retry schedule and keeps its count of attempts; a
 * pending one is attempted sooner; a claimed one stays unchanged.
 */
export async function rescheduleDelivery(
	db: Db,
	delivery: { id: DeliveryId; status: DeliveryStatus },
	now: number,
): Promise<void> {
	const restart = delivery.status === 'pending' ? {} : RESTART;
	await db
		.updateTable('deliveries')
		.set({ ...restart, due_at: now })
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

/** The event kinds of a webhook's deliveries that are still to be attempted. */
export async function pendingKinds(db: Db, webhookId: WebhookId): Promise<EventKind[]> {
	const rows = await db
		.selectFrom('deliveries')
		.select('kind')
		.distinct()
		.where('webhook_id', '=', webhookId)
		.where('status', '=', sql.lit('pending'))
		.execute();
	return rows.map(({ kind }) => kind);
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

/** Makes up to `limit` failed deliveries due at once, and restarts their retry schedules; returns how many. */
export async function rescheduleFailedDeliveries(
	db: Db,
	failed: FailedDeliveries,
	options: { now: number; limit: number },
): Promise<number> {
	const result = await db
		.updateTable('deliveries')
		.set({ ...RESTART, due_at: options.now })
		.where('id', 'in', selectFailed(db, failed).select('id').limit(options.limit))
		.executeTakeFirst();
	return Number(result.numUpdatedRows);
}

const RESTART = { status: 'pending', failures: 0, finished_at: null } as const;
