import type { DeliveryId, WebhookId } from '../../../domain/ids.ts';
import type { DeliveryAttemptTable, Db } from '../../schema.ts';
import { insertInto, rowsStatement, writeRows, writeRowsReturning } from '../../engine/write-rows.ts';
import { countAttempts } from '../attempt-counts.ts';
import { recordLastDeliveries } from '../last-deliveries.ts';

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
 * attempt whose claim was lost changes nothing. `writer`: see writerOf().
 */
export async function recordAttempts(
	db: Db,
	finished: readonly FinishedAttempt[],
	{ writer, now }: { writer: number; now: number },
): Promise<Set<DeliveryId>> {
	const updated = new Set(await updateDeliveries(db, finished, now));
	const recorded = finished.filter(({ attempt }) => updated.has(attempt.delivery_id));
	await writeRows(
		db,
		INSERT_ATTEMPTS,
		recorded.map(({ attempt }) => attempt),
	);
	await recordLastDeliveries(db, writer, recorded);
	await countAttempts(db, writer, recorded);
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
