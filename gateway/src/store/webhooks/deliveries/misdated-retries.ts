import { sql } from 'kysely';
import type { WebhookId } from '../../../domain/ids.ts';
import { chunkInList } from '../../engine/chunk-in-list.ts';
import type { Db } from '../../schema.ts';
import { COUNTED_SPANS } from '../attempt-counts.ts';

/*
 * Misdated retries wait for a time that was written while the clock of a machine was ahead. They are recognised by a time
 * that is further away than the longest delay, or by a previous attempt with a time in the future.
 */

/** The times of the latest attempts of a webhook. */
const LATEST_TIMES = ['last_delivery_at', 'last_success_at', 'last_failure_at', 'failing_since'] as const;

/** Makes retries due at once that would be due after `latest` (epoch milliseconds). */
export async function makeLateRetriesDue(
	db: Db,
	webhookIds: readonly WebhookId[],
	{ now, latest }: { now: number; latest: number },
): Promise<void> {
	for (const ids of chunkInList(webhookIds))
		await retriesOf(db, ids, now).where('due_at', '>', latest).execute();
}

/** Returns the webhooks with attempts after `latest` (epoch milliseconds), by the start of the span they are counted in. */
export async function findAttemptedAfter(db: Db, latest: number): Promise<WebhookId[]> {
	const rows = await db
		.selectFrom('webhook_attempt_counts')
		.select('webhook_id')
		.distinct()
		.where('seconds', '=', COUNTED_SPANS.short)
		.where('starts_at', '>', latest)
		.execute();
	return rows.map((row) => row.webhook_id);
}

/**
 * Makes retries due at once whose previous attempt has a time after `latest` (epoch milliseconds). Sets the times of the
 * latest attempts of these webhooks to now, because a failure from now on would count as earlier than a success in the
 * future, and deletes the counts of future attempts, so that the webhooks are not found again.
 */
export async function makeRetriesOfFutureAttemptsDue(
	db: Db,
	webhookIds: readonly WebhookId[],
	{ now, latest }: { now: number; latest: number },
): Promise<void> {
	for (const ids of chunkInList(webhookIds)) {
		await retriesOf(db, ids, now)
			.where('due_at', '>', now)
			.where((eb) =>
				eb.exists(
					eb
						.selectFrom('delivery_attempts as attempt')
						.select('attempt.number')
						.whereRef('attempt.delivery_id', '=', 'deliveries.id')
						.whereRef('attempt.number', '=', 'deliveries.attempts')
						.where('attempt.started_at', '>', latest),
				),
			)
			.execute();
		for (const column of LATEST_TIMES) {
			await db
				.updateTable('webhook_last_deliveries')
				.set({ [column]: now })
				.where('webhook_id', 'in', ids)
				.where(column, '>', latest)
				.execute();
		}
		await db
			.deleteFrom('webhook_attempt_counts')
			.where('webhook_id', 'in', ids)
			.where('starts_at', '>', latest)
			.execute();
	}
}

/** An update of the waiting retries of webhooks that makes them due at once, to which the caller adds a condition. */
function retriesOf(db: Db, webhookIds: readonly WebhookId[], now: number) {
	return db
		.updateTable('deliveries')
		.set({ due_at: now })
		.where('webhook_id', 'in', webhookIds)
		.where('status', '=', sql.lit('pending'))
		.where('attempts', '>', sql.lit(0))
		.where('claim_token', 'is', null);
}
