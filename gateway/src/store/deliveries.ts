import { sql } from 'kysely';
import type { DeliveryId, EventId, WebhookId } from '../domain/ids.ts';
import type { DeliveryAttemptTable, Db } from './schema.ts';

/** A delivery somebody holds a claim on: all that an attempt needs. */
export interface ClaimedDelivery {
	id: DeliveryId;
	eventId: EventId;
	webhookId: WebhookId;
	url: string;
	secret: string;
	/** The event's JSON text, byte for byte as it was stored. */
	body: string;
	/** Which attempt this is, counted from 1. */
	attempt: number;
	claimToken: string;
}

/**
 * Claims deliveries that are due, oldest first, and counts an attempt for each. Until `until` nobody else gets
 * them; a holder that dies loses them then. `without` leaves out webhooks that have enough under way.
 */
export async function claimDueDeliveries(
	db: Db,
	claim: { now: number; until: number; limit: number; token: string; without: readonly WebhookId[] },
): Promise<ClaimedDelivery[]> {
	let due = db
		.selectFrom('deliveries')
		.innerJoin('events', 'events.id', 'deliveries.event_id')
		.innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
		.select([
			'deliveries.id',
			'deliveries.event_id as eventId',
			'deliveries.webhook_id as webhookId',
			'deliveries.attempts',
			'webhooks.url',
			'webhooks.secret',
			'events.body',
		])
		.where('deliveries.status', '=', sql.lit('pending'))
		.where('deliveries.due_at', '<=', claim.now);
	if (claim.without.length > 0) due = due.where('deliveries.webhook_id', 'not in', claim.without);
	const rows = await due.orderBy('deliveries.due_at').orderBy('deliveries.id').limit(claim.limit).execute();
	if (rows.length === 0) return [];

	await db
		.updateTable('deliveries')
		.set((eb) => ({
			attempts: eb('attempts', '+', 1),
			claim_token: claim.token,
			due_at: claim.until,
		}))
		.where(
			'id',
			'in',
			rows.map((row) => row.id),
		)
		.execute();
	return rows.map(({ attempts, ...row }) => ({ ...row, attempt: attempts + 1, claimToken: claim.token }));
}

/** Ends or postpones a delivery. Gives false, and changes nothing, when the claim is no longer the caller's. */
export async function settleDelivery(
	db: Db,
	held: { id: DeliveryId; claimToken: string },
	outcome: { status: 'success' | 'failed'; at: number } | { status: 'pending'; dueAt: number },
): Promise<boolean> {
	const changes =
		outcome.status === 'pending'
			? { status: outcome.status, due_at: outcome.dueAt, claim_token: null }
			: { status: outcome.status, finished_at: outcome.at, claim_token: null };
	const result = await db
		.updateTable('deliveries')
		.set(changes)
		.where('id', '=', held.id)
		.where('claim_token', '=', held.claimToken)
		.executeTakeFirst();
	return result.numUpdatedRows > 0n;
}

export async function insertDeliveryAttempt(db: Db, attempt: DeliveryAttemptTable): Promise<void> {
	await db.insertInto('delivery_attempts').values(attempt).execute();
}

/** Ends what a webhook that receives no longer was still to get. */
export async function cancelPendingDeliveries(db: Db, webhookId: WebhookId, at: number): Promise<void> {
	await db
		.updateTable('deliveries')
		.set({ status: 'cancelled', finished_at: at, claim_token: null })
		.where('webhook_id', '=', webhookId)
		.where('status', '=', sql.lit('pending'))
		.execute();
}

/** Makes due at once what a process that is gone had claimed; for the only process on this database. */
export async function releaseClaims(db: Db, now: number): Promise<void> {
	await db
		.updateTable('deliveries')
		.set({ due_at: now, claim_token: null })
		.where('status', '=', sql.lit('pending'))
		.where('claim_token', 'is not', null)
		.execute();
}

/** Marks as failed what is due but had its last attempt: its holder died before it could tell the outcome. */
export async function failExhaustedDeliveries(
	db: Db,
	limits: { now: number; attempts: number },
): Promise<void> {
	await db
		.updateTable('deliveries')
		.set({ status: 'failed', finished_at: limits.now, claim_token: null })
		.where('status', '=', sql.lit('pending'))
		.where('due_at', '<=', limits.now)
		.where('attempts', '>=', limits.attempts)
		.execute();
}

/**
 * When the next delivery falls due or the next claim ends, in epoch milliseconds, looking only later than
 * `after`; null when none is pending.
 */
export async function nextDueAt(db: Db, after = 0): Promise<number | null> {
	const row = await db
		.selectFrom('deliveries')
		.select('due_at')
		.where('status', '=', sql.lit('pending'))
		.where('due_at', '>', after)
		.orderBy('due_at')
		.limit(1)
		.executeTakeFirst();
	return row?.due_at ?? null;
}
