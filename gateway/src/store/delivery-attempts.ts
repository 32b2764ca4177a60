import type { DeliveryId, WebhookId } from '../domain/ids.ts';
import type { DeliveryLogStatus } from '../domain/webhook.ts';
import type { DeliveryAttemptTable, Db } from './schema.ts';
import { insertRows, writeRows } from './write-rows.ts';

/** How an attempt leaves its delivery: ended, or waiting for the next one at `dueAt`. */
export type AttemptEnd = { status: 'success' | 'failed' } | { status: 'pending'; dueAt: number };

/** An attempt that was made under a claim, and what came of it. */
export interface FinishedAttempt {
	claimToken: string;
	webhookId: WebhookId;
	end: AttemptEnd;
	/** Attempts that failed since the retry schedule was begun, this one included. */
	failures: number;
	attempt: DeliveryAttemptTable;
}

/**
 * Records attempts, and ends or postpones their deliveries. Gives the ids of those it did so for: a claim that is
 * no longer its holder's changes nothing.
 */
export async function recordAttempts(
	db: Db,
	finished: readonly FinishedAttempt[],
	now: number,
): Promise<Set<DeliveryId>> {
	const held = new Set(await endDeliveries(db, finished, now));
	const recorded = finished.filter(({ attempt }) => held.has(attempt.delivery_id));
	await insertRows(
		db,
		'delivery_attempts',
		recorded.map(({ attempt }) => attempt),
	);
	const notes = latestByWebhook(recorded).map((note) => [
		note.webhookId,
		note.at,
		note.status,
		note.successAt,
		note.failureAt,
	]);
	await writeRows(db, NOTE_ON_WEBHOOK, notes);
	return held;
}

const END_DELIVERY = {
	before: 'with outcome (id, token, status, due_at, failures, finished_at) as (values',
	columns: [
		'id',
		'token',
		'status',
		{ name: 'due_at', type: 'bigint' },
		{ name: 'failures', type: 'integer' },
		{ name: 'finished_at', type: 'bigint' },
	],
	after: `)
		update deliveries set status = outcome.status, due_at = outcome.due_at, failures = outcome.failures,
			finished_at = outcome.finished_at, claim_token = null
		from outcome where deliveries.id = outcome.id and deliveries.claim_token = outcome.token
		returning deliveries.id`,
	ofOneRow: `update deliveries set status = ?3, due_at = ?4, failures = ?5, finished_at = ?6, claim_token = null
		where id = ?1 and claim_token = ?2 returning id`,
} as const;

async function endDeliveries(
	db: Db,
	finished: readonly FinishedAttempt[],
	now: number,
): Promise<DeliveryId[]> {
	const rows = finished.map(({ attempt, claimToken, end, failures }) => {
		const dueAt = end.status === 'pending' ? end.dueAt : now;
		const finishedAt = end.status === 'pending' ? null : now;
		return [attempt.delivery_id, claimToken, end.status, dueAt, failures, finishedAt];
	});
	const ended = await writeRows<{ id: DeliveryId }>(db, END_DELIVERY, rows);
	return ended.map(({ id }) => id);
}

/** What a webhook tells of its latest attempts. */
interface WebhookNote {
	webhookId: WebhookId;
	at: number;
	status: DeliveryLogStatus;
	successAt: number | null;
	failureAt: number | null;
}

/** One note a webhook, however many attempts ended at the same time. */
function latestByWebhook(finished: readonly FinishedAttempt[]): WebhookNote[] {
	const notes = new Map<WebhookId, WebhookNote>();
	for (const { webhookId, end, attempt } of finished) {
		const at = attempt.started_at + attempt.duration;
		const status: DeliveryLogStatus = end.status === 'pending' ? 'retrying' : end.status;
		const before: WebhookNote = notes.get(webhookId) ?? {
			webhookId,
			at,
			status,
			successAt: null,
			failureAt: null,
		};
		const side = status === 'success' ? 'successAt' : 'failureAt';
		const newest = at >= before.at ? { at, status } : {};
		notes.set(webhookId, { ...before, ...newest, [side]: Math.max(before[side] ?? 0, at) });
	}
	// In one order everywhere, so that two processes never wait for each other's rows.
	return [...notes.values()].sort((a, b) => (a.webhookId < b.webhookId ? -1 : 1));
}

const NOTE_ON_WEBHOOK = {
	before: 'with latest (id, at, status, success_at, failure_at) as (values',
	columns: [
		'id',
		{ name: 'at', type: 'bigint' },
		'status',
		{ name: 'success_at', type: 'bigint' },
		{ name: 'failure_at', type: 'bigint' },
	],
	after: `)
		update webhooks set last_delivery_at = latest.at, last_delivery_status = latest.status,
			last_success_at = coalesce(latest.success_at, webhooks.last_success_at),
			last_failure_at = coalesce(latest.failure_at, webhooks.last_failure_at)
		from latest where webhooks.id = latest.id`,
} as const;
