import type { WebhookId } from '../../domain/ids.ts';
import type { DeliveryLogStatus } from '../../domain/webhooks/webhook.ts';
import { chunkInList } from '../engine/chunk-in-list.ts';
import { insertInto, writeRows } from '../engine/write-rows.ts';
import type { Db } from '../schema.ts';
import type { FinishedAttempt } from './deliveries/delivery-attempts.ts';

/*
 * The latest attempts of each webhook. Each gateway writes a row of its own, so that gateways on one database do not
 * wait for each other's commits; a query combines the rows.
 */

/** Rows of a webhook at most. Two gateways with the same number wait for each other, but write correct rows. */
const WRITERS = 256;

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
	for (const { webhookId, end, attempt } of finished.toSorted((a, b) => endOf(a) - endOf(b))) {
		const at = endOf({ attempt });
		const status: DeliveryLogStatus = end.status === 'pending' ? 'retrying' : end.status;
		const row = byWebhook.get(webhookId) ?? {
			webhook_id: webhookId,
			writer,
			last_delivery_at: at,
			last_delivery_status: status,
			last_success_at: null,
			last_failure_at: null,
			failures: 0,
			failing_since: null,
		};
		const latest = { last_delivery_at: at, last_delivery_status: status };
		const outcome =
			status === 'success'
				? { last_success_at: at, failures: 0, failing_since: null }
				: { last_failure_at: at, failures: row.failures + 1, failing_since: row.failing_since ?? at };
		byWebhook.set(webhookId, { ...row, ...latest, ...outcome });
	}
	// All processes write rows in the same order, so that two of them cannot deadlock.
	const rows = [...byWebhook.values()].sort((a, b) => (a.webhook_id < b.webhook_id ? -1 : 1));
	await writeRows(db, UPSERT_LAST_DELIVERIES, rows);
}

/** When an attempt ended, in epoch milliseconds. */
export function endOf({ attempt }: Pick<FinishedAttempt, 'attempt'>): number {
	return attempt.started_at + attempt.duration;
}

interface LastDelivery {
	webhook_id: WebhookId;
	writer: number;
	last_delivery_at: number;
	last_delivery_status: DeliveryLogStatus;
	last_success_at: number | null;
	last_failure_at: number | null;
	/** The number of failures after the last success. */
	failures: number;
	failing_since: number | null;
}

/** Whether the failures of a row are the first after a success, of this gateway or of another one. */
const BEGINS = `excluded.last_success_at is not null
	or webhook_last_deliveries.failing_since is null
	or webhook_last_deliveries.failing_since < (
		select max(others.last_success_at) from webhook_last_deliveries as others
		where others.webhook_id = excluded.webhook_id
	)`;

const UPSERT_LAST_DELIVERIES = insertInto(
	'webhook_last_deliveries',
	{
		webhook_id: 'text',
		writer: 'bigint',
		last_delivery_at: 'bigint',
		last_delivery_status: 'text',
		last_success_at: 'bigint',
		last_failure_at: 'bigint',
		failures: 'bigint',
		failing_since: 'bigint',
	},
	`on conflict (webhook_id, writer) do update set
		last_delivery_at = excluded.last_delivery_at,
		last_delivery_status = excluded.last_delivery_status,
		last_success_at = coalesce(excluded.last_success_at, webhook_last_deliveries.last_success_at),
		last_failure_at = coalesce(excluded.last_failure_at, webhook_last_deliveries.last_failure_at),
		failures = case when ${BEGINS} then excluded.failures
			else webhook_last_deliveries.failures + excluded.failures end,
		failing_since = case when ${BEGINS} then excluded.failing_since
			else webhook_last_deliveries.failing_since end`,
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

/** Attempts of a webhook that failed one after another, with no success since. */
export interface FailureRun {
	failures: number;
	/**
	 * When the first of these attempts failed, in epoch milliseconds; null: the latest attempt succeeded, or there was
	 * none.
	 */
	since: number | null;
}

/**
 * Returns the failures of each webhook since the latest success that any gateway recorded. A gateway resets its own count
 * only at its next failure, so the count of a gateway whose failures began before that success is left out.
 */
export async function failureRuns(
	db: Db,
	webhookIds: readonly WebhookId[],
): Promise<ReadonlyMap<WebhookId, FailureRun>> {
	const rows = [];
	for (const ids of chunkInList(webhookIds)) {
		const columns = ['webhook_id', 'failures', 'failing_since', 'last_success_at'] as const;
		rows.push(
			...(await db
				.selectFrom('webhook_last_deliveries')
				.select(columns)
				.where('webhook_id', 'in', ids)
				.execute()),
		);
	}
	const successes = new Map<WebhookId, number>();
	for (const { webhook_id: id, last_success_at: at } of rows) {
		successes.set(id, Math.max(at ?? 0, successes.get(id) ?? 0));
	}
	const runs = new Map<WebhookId, FailureRun>(webhookIds.map((id) => [id, { failures: 0, since: null }]));
	for (const { webhook_id: id, failures, failing_since: since } of rows) {
		const run = runs.get(id);
		if (run === undefined || since === null || since < (successes.get(id) ?? 0)) continue;
		run.failures += failures;
		run.since = Math.min(since, run.since ?? Infinity);
	}
	return runs;
}

/** Begins to count the failures of a webhook anew. */
export async function forgetFailures(db: Db, webhookId: WebhookId): Promise<void> {
	await db
		.updateTable('webhook_last_deliveries')
		.set({ failures: 0, failing_since: null })
		.where('webhook_id', '=', webhookId)
		.execute();
}
