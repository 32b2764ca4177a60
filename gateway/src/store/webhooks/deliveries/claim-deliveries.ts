import { sql, type SelectQueryBuilder } from 'kysely';
import type { DeliveryId, EventId, WebhookId } from '../../../domain/ids.ts';
import type { WebhookStatus } from '../../../domain/webhooks/webhook.ts';
import { inChunks, chunkInList } from '../../engine/chunk-in-list.ts';
import { engineOf } from '../../engine/engine.ts';
import type { Db, Schema } from '../../schema.ts';
import { TARGET_COLUMNS, targetOf, type Target } from './delivery-target.ts';

/** Initial attempts and retries (including those a client requests) are claimed separately. */
export const LANES = ['initial', 'retry'] as const;
export type Lane = (typeof LANES)[number];

/** The most deliveries to claim of one webhook and lane. */
export interface Share {
	webhookId: WebhookId;
	lane: Lane;
	limit: number;
}

/** A claimed delivery, with the data of its attempt. */
export interface ClaimedDelivery extends Target {
	id: DeliveryId;
	eventId: EventId;
	webhookId: WebhookId;
	/** The queue it belongs to, where the webhook is ordered; null: none. */
	orderingKey: string | null;
	lane: Lane;
	/** The event's JSON text, byte for byte as it was stored. */
	body: string;
	/** The number of the attempt, counted from 1. */
	attempt: number;
	/** Failed attempts since the start of the retry schedule. */
	failures: number;
	claimToken: string;
	/** When the claim expires, in epoch milliseconds. */
	claimedUntil: number;
}

export interface Claim {
	shares: readonly Share[];
	now: number;
	/** When the claim expires, in epoch milliseconds: from then on other workers may claim a dead worker's deliveries. */
	until: number;
	/** Unique among all claims. */
	token: string;
}

/**
 * Claims deliveries that are due, oldest first, up to the limit of each share, and counts an attempt for each. No other
 * worker can claim them until the claim expires. Also returns how many rows each share found, in their order: fewer than
 * its limit means that no more deliveries are due there. Deliveries of an inactive webhook are cancelled instead, except
 * for the initial attempt of a test event; those of a paused one are left alone, with the same exception.
 */
export async function claimDeliveries(
	db: Db,
	claim: Claim,
): Promise<{ claimed: ClaimedDelivery[]; found: number[] }> {
	const rows = [];
	for (const shares of inChunks(claim.shares)) rows.push(...(await claimRows(db, claim, shares)));
	const counts = new Map<string, number>();
	for (const row of rows) {
		const key = `${laneOf(row.attempt)} ${row.webhookId}`;
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	const found = claim.shares.map(({ webhookId, lane }) => counts.get(`${lane} ${webhookId}`) ?? 0);
	if (rows.length === 0) return { claimed: [], found };

	const bodies = await bodiesOf(db, [...new Set(rows.map((row) => row.eventId))]);
	const receivers = await receiversOf(db, [...new Set(rows.map((row) => row.webhookId))]);
	const claimed: ClaimedDelivery[] = [];
	const cancelled: DeliveryId[] = [];
	for (const { test, ...row } of rows.sort((a, b) => (a.id < b.id ? -1 : 1))) {
		const receiver = receivers.get(row.webhookId);
		const body = bodies.get(row.eventId);
		const isDelivered = receiver?.status === 'active' || (test === 1 && row.attempt === 1);
		if (receiver === undefined || body === undefined || !isDelivered) {
			cancelled.push(row.id);
			continue;
		}
		const lane = laneOf(row.attempt);
		claimed.push({
			...row,
			lane,
			...receiver.target,
			body,
			claimToken: claimToken(claim.token, row.id),
			claimedUntil: claim.until,
		});
	}
	for (const ids of chunkInList(cancelled)) {
		await db
			.updateTable('deliveries')
			.set((eb) => ({
				status: 'cancelled',
				// The claim counted an attempt that is not made.
				attempts: eb('attempts', '-', 1),
				finished_at: claim.now,
				claim_token: null,
			}))
			.where('id', 'in', ids)
			.execute();
	}
	return { claimed, found };
}

function laneOf(attempt: number): Lane {
	return attempt === 1 ? 'initial' : 'retry';
}

/** The token of one delivery's claim: with one each, a worker can record many outcomes in one statement. */
export function claimToken(claim: string, id: DeliveryId): string {
	return `${claim}:${id}`;
}

function claimRows(db: Db, claim: Claim, shares: readonly Share[]) {
	const [first, ...rest] = shares.map((share) => dueOf(db, claim, share));
	if (first === undefined) return Promise.resolve([]);
	return db
		.updateTable('deliveries')
		.set((eb) => ({
			attempts: eb('attempts', '+', 1),
			claim_token: sql<string>`${`${claim.token}:`} || id`,
			due_at: claim.until,
		}))
		.where(
			'id',
			'in',
			rest.reduce((union, due) => union.unionAll(due), first),
		)
		.returning([
			'id',
			'event_id as eventId',
			'webhook_id as webhookId',
			'attempts as attempt',
			'failures',
			'test',
			'ordering_key as orderingKey',
		])
		.execute();
}

/** The ids of deliveries that are due in one lane of a webhook, through the lane's own index. */
function dueOf(db: Db, { now }: Claim, { webhookId, lane, limit }: Share) {
	let due = db
		.selectFrom('deliveries')
		.select('id')
		.where('webhook_id', '=', webhookId)
		.where('status', '=', sql.lit('pending'));
	due =
		lane === 'initial'
			? due
					.where('attempts', '=', sql.lit(0))
					.where((eb) => eb.or([isNotPaused(db, webhookId), eb('test', '=', sql.lit(1))]))
					.orderBy('id')
			: due
					.where(isNotPaused(db, webhookId))
					.where('attempts', '>', sql.lit(0))
					.where('claim_token', 'is', null)
					.where('due_at', '<=', now)
					.orderBy('due_at');
	const limited: SelectQueryBuilder<Schema, 'deliveries', { id: DeliveryId }> = due.limit(limit);
	// Rows that another process is claiming are skipped. The order and the lock are in a subquery, because the parts of
	// a union allow neither.
	return db
		.selectFrom((engineOf(db) === 'postgres' ? limited.forUpdate().skipLocked() : limited).as('due'))
		.select('due.id');
}

/** Whether a webhook is not paused: one lookup for a whole query. */
function isNotPaused(db: Db, webhookId: WebhookId) {
	const pausedAt = db.selectFrom('webhooks').select('paused_at').where('webhooks.id', '=', webhookId);
	return sql<boolean>`(${pausedAt}) is null`;
}

async function bodiesOf(db: Db, eventIds: readonly EventId[]): Promise<Map<EventId, string>> {
	const bodies = new Map<EventId, string>();
	for (const ids of chunkInList(eventIds)) {
		const rows = await db.selectFrom('events').select(['id', 'body']).where('id', 'in', ids).execute();
		for (const { id, body } of rows) bodies.set(id, body);
	}
	return bodies;
}

async function receiversOf(
	db: Db,
	webhookIds: readonly WebhookId[],
): Promise<Map<WebhookId, { status: WebhookStatus; target: Target }>> {
	const receivers = new Map<WebhookId, { status: WebhookStatus; target: Target }>();
	for (const ids of chunkInList(webhookIds)) {
		const rows = await db
			.selectFrom('webhooks')
			.select(['id', 'status', ...TARGET_COLUMNS])
			.where('id', 'in', ids)
			.where('role', '!=', sql.lit('deleted'))
			.execute();
		for (const { id, status, ...row } of rows) receivers.set(id, { status, target: targetOf(row) });
	}
	return receivers;
}
