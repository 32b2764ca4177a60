import type { WebhookId } from '../../domain/ids.ts';
import type { DeliveryLogStatus } from '../../domain/webhook.ts';
import { insertInto, writeRows } from '../engine/write-rows.ts';
import type { Db } from '../schema.ts';
import type { FinishedAttempt } from './delivery-attempts.ts';

/*
 * The latest attempts of each webhook. Each gateway writes a row of its own, so that gateways on one database do not
 * wait for each other's commits; a query combines the rows.
 */

/** Rows of a webhook at most. Two gateways with the same number wait for each other, but write correct rows. */
const WRITERS = 16;

/** Returns a writer's number for a fraction from 0 to below 1. */
export function writerOf(fraction: number): number {
	return Math.floor(fraction * WRITERS);
}

/** Records the latest of these attempts for each of their webhooks. */
export async function recordLastDeliveries(
	db: Db,
	writer: number,
	finished: readonly FinishedAttempt[],
): Promise<void> {
	const byWebhook = new Map<WebhookId, LastDelivery>();
	for (const { webhookId, end, attempt } of finished) {
		const at = attempt.started_at + attempt.duration;
		const status: DeliveryLogStatus = end.status === 'pending' ? 'retrying' : end.status;
		const row = byWebhook.get(webhookId) ?? {
			webhook_id: webhookId,
			writer,
			last_delivery_at: at,
			last_delivery_status: status,
			last_success_at: null,
			last_failure_at: null,
		};
		const latest = at >= row.last_delivery_at ? { last_delivery_at: at, last_delivery_status: status } : {};
		const column = status === 'success' ? 'last_success_at' : 'last_failure_at';
		byWebhook.set(webhookId, { ...row, ...latest, [column]: Math.max(row[column] ?? 0, at) });
	}
	// All processes write rows in the same order, so that two of them cannot deadlock.
	const rows = [...byWebhook.values()].sort((a, b) => (a.webhook_id < b.webhook_id ? -1 : 1));
	await writeRows(db, UPSERT_LAST_DELIVERIES, rows);
}

interface LastDelivery {
	webhook_id: WebhookId;
	writer: number;
	last_delivery_at: number;
	last_delivery_status: DeliveryLogStatus;
	last_success_at: number | null;
	last_failure_at: number | null;
}

const UPSERT_LAST_DELIVERIES = insertInto(
	'webhook_last_deliveries',
	{
		webhook_id: 'text',
		writer: 'bigint',
		last_delivery_at: 'bigint',
		last_delivery_status: 'text',
		last_success_at: 'bigint',
		last_failure_at: 'bigint',
	},
	`on conflict (webhook_id, writer) do update set
		last_delivery_at = excluded.last_delivery_at,
		last_delivery_status = excluded.last_delivery_status,
		last_success_at = coalesce(excluded.last_success_at, webhook_last_deliveries.last_success_at),
		last_failure_at = coalesce(excluded.last_failure_at, webhook_last_deliveries.last_failure_at)`,
);

/** A query for webhooks with the columns of their latest attempts, to which the caller can add conditions. */
export function selectWebhooks(db: Db) {
	return db
		.selectFrom('webhooks')
		.selectAll('webhooks')
		.select((eb) => {
			const rows = eb
				.selectFrom('webhook_last_deliveries as last')
				.whereRef('last.webhook_id', '=', 'webhooks.id');
			const latest = rows.orderBy('last.last_delivery_at', 'desc').limit(1);
			return [
				latest.select('last.last_delivery_at').as('last_delivery_at'),
				latest.select('last.last_delivery_status').as('last_delivery_status'),
				rows.select((inner) => inner.fn.max('last.last_success_at').as('at')).as('last_success_at'),
				rows.select((inner) => inner.fn.max('last.last_failure_at').as('at')).as('last_failure_at'),
			];
		});
}
