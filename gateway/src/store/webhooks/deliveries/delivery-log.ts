import { sql } from 'kysely';
import type { EventKind } from '../../../domain/events/event-kind.ts';
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts';
import type { DeliveryLogStatus, DeliveryStatus } from '../../../domain/webhooks/webhook.ts';
import type { Db } from '../../schema.ts';

/** An entry of a webhook's delivery log: a delivery with its latest attempt. */
export interface DeliveryLogEntry {
	id: DeliveryId;
	event: EventKind;
	status: DeliveryLogStatus;
	statusCode: number | null;
	/** Milliseconds. */
	responseTime: number;
	/** When the latest attempt started, in epoch milliseconds. */
	at: number;
}

/** A webhook's deliveries with an attempt, newest first, strictly older than `before`. */
export async function listDeliveryLog(
	db: Db,
	webhookId: WebhookId,
	page: { before: string | null; limit: number },
): Promise<DeliveryLogEntry[]> {
	let query = attempted(db).where('deliveries.webhook_id', '=', webhookId);
	if (page.before !== null) query = query.where('deliveries.id', '<', page.before as DeliveryId);
	const rows = await query.orderBy('deliveries.id', 'desc').limit(page.limit).execute();
	return rows.map(asEntry);
}

/** One delivery's entry; undefined before its first recorded attempt. */
export async function findDeliveryLog(db: Db, id: DeliveryId): Promise<DeliveryLogEntry | undefined> {
	const row = await attempted(db).where('deliveries.id', '=', id).executeTakeFirst();
	return row === undefined ? undefined : asEntry(row);
}

function attempted(db: Db) {
	return (
		db
			.selectFrom('deliveries')
			.leftJoin('delivery_attempts', (join) =>
				join
					.onRef('delivery_attempts.delivery_id', '=', 'deliveries.id')
					.on('delivery_attempts.number', '=', latestNumber()),
			)
			.select([
				'deliveries.id',
				'deliveries.status',
				'deliveries.kind',
				'delivery_attempts.status_code',
				(eb) => eb.ref('delivery_attempts.duration').$notNull().as('duration'),
				(eb) => eb.ref('delivery_attempts.started_at').$notNull().as('started_at'),
			])
			// A left join and a scalar subquery, because PostgreSQL joins the tables as a whole where it may: this way it
			// reads deliveries in the order of their index, as many as the page needs.
			.where(latestNumber(), 'is not', null)
	);
}

/** A subquery for the number of the latest recorded attempt of the outer query's delivery. */
export function latestNumber() {
	return sql<number>`(select max(latest.number) from delivery_attempts as latest
		where latest.delivery_id = deliveries.id)`;
}

function asEntry(row: {
	id: DeliveryId;
	status: DeliveryStatus;
	kind: EventKind;
	status_code: number | null;
	duration: number;
	started_at: number;
}): DeliveryLogEntry {
	return {
		id: row.id,
		event: row.kind,
		status: LOG_STATUS[row.status],
		statusCode: row.status_code,
		responseTime: row.duration,
		at: row.started_at,
	};
}

const LOG_STATUS: Record<DeliveryStatus, DeliveryLogStatus> = {
	success: 'success',
	pending: 'retrying',
	waiting: 'retrying',
	collecting: 'retrying',
	failed: 'failed',
	cancelled: 'failed',
	joined: 'success',
	filtered: 'success',
};
