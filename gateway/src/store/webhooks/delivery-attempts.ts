import type { DeliveryId, WebhookId } from '../../domain/ids.ts';
import type { DeliveryLogStatus } from '../../domain/webhook.ts';
import type { DeliveryAttemptTable, Db } from '../schema.ts';
import { insertInto, rowsStatement, writeRows, writeRowsReturning } from '../engine/write-rows.ts';

/** The status of a delivery after an attempt: final, or pending until its next attempt at `dueAt`. */
export type AttemptEnd = { status: 'success' | 'failed' } | { status: 'pending'; dueAt: number };

/** An attempt under a claim, with its outcome. */
export interface FinishedAttempt {
	claimToken: string;
	webhookId: WebhookId;
	end: AttemptEnd;
	/** Failed attempts since the start of the retry schedule, including this one. */
	failures: number;
	attempt: DeliveryAttemptTable;
}

/**
 * Records attempts, and finishes or reschedules their deliveries. Returns the ids of the deliveries it updated: an
 * attempt whose claim has expired changes nothing.
 */
export async function recordAttempts(
	db: Db,
	finished: readonly FinishedAttempt[],
	now: number,
): Promise<Set<DeliveryId>> {
	const updated = new Set(await updateDeliveries(db, finished, now));
	const recorded = finished.filter(({ attempt }) => updated.has(attempt.delivery_id));
	await writeRows(
		db,
		INSERT_ATTEMPTS,
		recorded.map(({ attempt }) => attempt),
	);
	await writeRows(db, UPDATE_LAST_DELIVERY, latestByWebhook(recorded));
	return updated;
}

const INSERT_ATTEMPTS = insertInto('delivery_attempts', {
	delivery_id: 'text',
	number: 'bigint',
	started_at: 'bigint',
	duration: 'bigint',
	status_code: 'bigint',
	error: 'text',
	request_url: 'text',
	request_headers: 'text',
	response_headers: 'text',
	response_body: 'text',
});

const UPDATE_DELIVERY = rowsStatement(
	{ id: 'text', token: 'text', status: 'text', due_at: 'bigint', failures: 'bigint', finished_at: 'bigint' },
	{
		before: 'with outcome (id, token, status, due_at, failures, finished_at) as (',
		after: `)
			update deliveries set status = outcome.status, due_at = outcome.due_at, failures = outcome.failures,
				finished_at = outcome.finished_at, claim_token = null
			from outcome where deliveries.id = outcome.id and deliveries.claim_token = outcome.token
			returning deliveries.id`,
		singleRow: `update deliveries set status = ?3, due_at = ?4, failures = ?5, finished_at = ?6, claim_token = null
			where id = ?1 and claim_token = ?2 returning id`,
	},
);

async function updateDeliveries(
	db: Db,
	finished: readonly FinishedAttempt[],
	now: number,
): Promise<DeliveryId[]> {
	const rows = finished.map(({ attempt, claimToken, end, failures }) => ({
		id: attempt.delivery_id,
		token: claimToken,
		status: end.status,
		due_at: end.status === 'pending' ? end.dueAt : now,
		failures,
		finished_at: end.status === 'pending' ? null : now,
	}));
	const updated = await writeRowsReturning<{ id: DeliveryId }>(db, UPDATE_DELIVERY, rows);
	return updated.map(({ id }) => id);
}

/** The columns of a webhook that describe its latest attempts. */
interface LastDelivery {
	webhookId: WebhookId;
	at: number;
	status: DeliveryLogStatus;
	successAt: number | null;
	failureAt: number | null;
}

/** One row for each webhook, however many of its attempts finished. */
function latestByWebhook(finished: readonly FinishedAttempt[]): LastDelivery[] {
	const byWebhook = new Map<WebhookId, LastDelivery>();
	for (const { webhookId, end, attempt } of finished) {
		const at = attempt.started_at + attempt.duration;
		const status: DeliveryLogStatus = end.status === 'pending' ? 'retrying' : end.status;
		const before: LastDelivery = byWebhook.get(webhookId) ?? {
			webhookId,
			at,
			status,
			successAt: null,
			failureAt: null,
		};
		const column = status === 'success' ? 'successAt' : 'failureAt';
		const latest = at >= before.at ? { at, status } : {};
		byWebhook.set(webhookId, { ...before, ...latest, [column]: Math.max(before[column] ?? 0, at) });
	}
	// All processes write rows in the same order, so that two of them cannot deadlock.
	return [...byWebhook.values()].sort((a, b) => (a.webhookId < b.webhookId ? -1 : 1));
}

const UPDATE_LAST_DELIVERY = rowsStatement(
	{ webhookId: 'text', at: 'bigint', status: 'text', successAt: 'bigint', failureAt: 'bigint' },
	{
		before: 'with latest (id, at, status, success_at, failure_at) as (',
		after: `)
			update webhooks set last_delivery_at = latest.at, last_delivery_status = latest.status,
				last_success_at = coalesce(latest.success_at, webhooks.last_success_at),
				last_failure_at = coalesce(latest.failure_at, webhooks.last_failure_at)
			from latest where webhooks.id = latest.id`,
		singleRow: `update webhooks set last_delivery_at = ?2, last_delivery_status = ?3,
			last_success_at = coalesce(?4, last_success_at), last_failure_at = coalesce(?5, last_failure_at)
			where id = ?1`,
	},
);
