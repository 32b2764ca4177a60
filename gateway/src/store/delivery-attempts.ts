import { sql } from 'kysely';
import type { DeliveryId, WebhookId } from '../domain/ids.ts';
import type { DeliveryLogStatus } from '../domain/webhook.ts';
import { inChunks } from './chunks.ts';
import type { DeliveryAttemptTable, Db } from './schema.ts';

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
	const held = new Set<DeliveryId>();
	for (const chunk of inChunks(finished)) {
		for (const id of await endDeliveries(db, chunk, now)) held.add(id);
	}
	const recorded = finished.filter(({ attempt }) => held.has(attempt.delivery_id));
	for (const chunk of inChunks(recorded)) {
		await db
			.insertInto('delivery_attempts')
			.values(chunk.map(({ attempt }) => attempt))
			.execute();
	}
	for (const chunk of inChunks(latestByWebhook(recorded))) await noteOnWebhooks(db, chunk);
	return held;
}

async function endDeliveries(
	db: Db,
	finished: readonly FinishedAttempt[],
	now: number,
): Promise<DeliveryId[]> {
	const rows = finished.map(({ attempt, claimToken, end, failures }) => {
		const dueAt = end.status === 'pending' ? end.dueAt : now;
		const finishedAt = end.status === 'pending' ? null : now;
		return sql`(${attempt.delivery_id}, ${claimToken}, ${end.status}, cast(${dueAt} as bigint),
			cast(${failures} as integer), cast(${finishedAt} as bigint))`;
	});
	const { rows: ended } = await sql<{ id: DeliveryId }>`
		with outcome (id, token, status, due_at, failures, finished_at) as (values ${sql.join(rows)})
		update deliveries set status = outcome.status, due_at = outcome.due_at, failures = outcome.failures,
			finished_at = outcome.finished_at, claim_token = null
		from outcome where deliveries.id = outcome.id and deliveries.claim_token = outcome.token
		returning deliveries.id`.execute(db);
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

async function noteOnWebhooks(db: Db, notes: readonly WebhookNote[]): Promise<void> {
	const rows = notes.map(
		({ webhookId, at, status, successAt, failureAt }) =>
			sql`(${webhookId}, cast(${at} as bigint), ${status}, cast(${successAt} as bigint),
				cast(${failureAt} as bigint))`,
	);
	await sql`with latest (id, at, status, success_at, failure_at) as (values ${sql.join(rows)})
		update webhooks set last_delivery_at = latest.at, last_delivery_status = latest.status,
			last_success_at = coalesce(latest.success_at, webhooks.last_success_at),
			last_failure_at = coalesce(latest.failure_at, webhooks.last_failure_at)
		from latest where webhooks.id = latest.id`.execute(db);
}
