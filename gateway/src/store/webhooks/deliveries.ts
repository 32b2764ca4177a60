import { sql, type SelectQueryBuilder } from 'kysely';
import type { DeliveryId, EventId, ProcessId, WebhookId } from '../../domain/ids.ts';
import type { WebhookRole, WebhookStatus } from '../../domain/webhook.ts';
import { inChunks, chunkInList } from '../engine/chunk-in-list.ts';
import { engineOf } from '../engine/engine.ts';
import type { Db, Schema, WebhookRow } from '../schema.ts';

/** Deliveries that were never attempted go one way, those that were (or are repeated by hand) another. */
export const LANES = ['first', 'again'] as const;
export type Lane = (typeof LANES)[number];

/** At most so many deliveries of one webhook and lane. */
export interface Share {
	webhookId: WebhookId;
	lane: Lane;
	limit: number;
}

/** A delivery somebody holds a claim on: all that an attempt needs. */
export interface ClaimedDelivery {
	id: DeliveryId;
	eventId: EventId;
	webhookId: WebhookId;
	lane: Lane;
	url: string;
	secret: string;
	/** The secret before, and until when it signs too. */
	previousSecret: { secret: string; expiresAt: number } | null;
	/** The event's JSON text, byte for byte as it was stored. */
	body: string;
	/** Which attempt this is, counted from 1. */
	attempt: number;
	/** Attempts that failed since the retry schedule was begun. */
	failures: number;
	claimToken: string;
}

export interface Claim {
	shares: readonly Share[];
	now: number;
	/** When the claim ends, in epoch milliseconds: a holder that dies loses its deliveries then. */
	until: number;
	/** A text no other claim has. */
	token: string;
}

/**
 * Claims deliveries that are due, of each webhook and lane no more than its share, oldest first, and counts an
 * attempt for each. Until the claim ends nobody else gets them. Gives also how many rows each share found, in
 * their order: fewer than its limit means that nothing more is due there. What a webhook that is inactive was to
 * get is ended instead; a test that was asked for is made all the same.
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
	const unwanted: DeliveryId[] = [];
	for (const { test, ...row } of rows.sort((a, b) => (a.id < b.id ? -1 : 1))) {
		const receiver = receivers.get(row.webhookId);
		const body = bodies.get(row.eventId);
		const wanted = receiver?.status === 'active' || (test === 1 && row.attempt === 1);
		if (receiver === undefined || body === undefined || !wanted) {
			unwanted.push(row.id);
			continue;
		}
		const lane = laneOf(row.attempt);
		claimed.push({ ...row, lane, ...receiver.target, body, claimToken: claimToken(claim.token, row.id) });
	}
	for (const ids of chunkInList(unwanted)) {
		await db
			.updateTable('deliveries')
			.set({ status: 'cancelled', finished_at: claim.now, claim_token: null })
			.where('id', 'in', ids)
			.execute();
	}
	return { claimed, found };
}

/** The lane of an attempt with this number. */
function laneOf(attempt: number): Lane {
	return attempt === 1 ? 'first' : 'again';
}

/** Names one delivery's claim, so that its holder can finish many at once and none that another one holds. */
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
			rest.reduce((all, one) => all.unionAll(one), first),
		)
		.returning([
			'id',
			'event_id as eventId',
			'webhook_id as webhookId',
			'attempts as attempt',
			'failures',
			'test',
		])
		.execute();
}

/** Ids of what is due in one lane of a webhook, through the lane's own index. */
function dueOf(db: Db, { now }: Claim, { webhookId, lane, limit }: Share) {
	let due = db
		.selectFrom('deliveries')
		.select('id')
		.where('webhook_id', '=', webhookId)
		.where('status', '=', sql.lit('pending'));
	due =
		lane === 'first'
			? due.where('attempts', '=', sql.lit(0)).orderBy('id')
			: due
					.where('attempts', '>', sql.lit(0))
					.where('claim_token', 'is', null)
					.where('due_at', '<=', now)
					.orderBy('due_at');
	const limited: SelectQueryBuilder<Schema, 'deliveries', { id: DeliveryId }> = due.limit(limit);
	// What another process is just claiming is passed over. In a query of its own, because a union takes neither an
	// order nor a lock in its parts.
	return db
		.selectFrom((engineOf(db) === 'postgres' ? limited.forUpdate().skipLocked() : limited).as('due'))
		.select('due.id');
}

async function bodiesOf(db: Db, eventIds: readonly EventId[]): Promise<Map<EventId, string>> {
	const bodies = new Map<EventId, string>();
	for (const ids of chunkInList(eventIds)) {
		const rows = await db.selectFrom('events').select(['id', 'body']).where('id', 'in', ids).execute();
		for (const { id, body } of rows) bodies.set(id, body);
	}
	return bodies;
}

/** Where a webhook's deliveries go, and what they are signed with. */
export type Target = Pick<ClaimedDelivery, 'url' | 'secret' | 'previousSecret'>;

/** The columns of webhooks that a target is made of. */
export const TARGET_COLUMNS = ['url', 'secret', 'previous_secret', 'previous_secret_expires_at'] as const;

/** The target that columns of a webhook's row make. */
export function targetOf(row: Pick<WebhookRow, (typeof TARGET_COLUMNS)[number]>): Target {
	const { url, secret, previous_secret: previous, previous_secret_expires_at: expiresAt } = row;
	const previousSecret = previous === null || expiresAt === null ? null : { secret: previous, expiresAt };
	return { url, secret, previousSecret };
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

/** Makes due at once what a process that is gone had claimed; for the only process on this database. */
export async function releaseClaims(db: Db, now: number): Promise<void> {
	await db
		.updateTable('deliveries')
		.set({ due_at: now, claim_token: null })
		.where('claim_token', 'is not', null)
		.execute();
}

/** Makes due at once what one process, which is gone, had claimed: its claims begin with its id. */
export async function releaseClaimsOf(db: Db, process: ProcessId, now: number): Promise<void> {
	await db
		.updateTable('deliveries')
		.set({ due_at: now, claim_token: null })
		.where('claim_token', 'like', `${process}:%`)
		.execute();
}

/** Takes back claims that have run out: their holder died, or could not record what came of them. */
export async function releaseExpiredClaims(db: Db, now: number): Promise<void> {
	await db
		.updateTable('deliveries')
		.set({ claim_token: null })
		.where('claim_token', 'is not', null)
		.where('due_at', '<=', now)
		.execute();
}

/** Whether a claim has run out. */
export async function hasExpiredClaims(db: Db, now: number): Promise<boolean> {
	const row = await db
		.selectFrom('deliveries')
		.select('due_at')
		.where('claim_token', 'is not', null)
		.where('due_at', '<=', now)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** What a webhook has waiting. */
export interface WebhookQueue {
	webhookId: WebhookId;
	status: WebhookStatus;
	role: WebhookRole;
	/** Whether there is something that was never attempted. */
	first: boolean;
	/** When the next one of the others falls due, in epoch milliseconds; null: there is none. */
	againAt: number | null;
}

/** What webhooks have waiting: all of them, or those named. Reads two index entries a webhook. */
export async function listQueues(db: Db, webhookIds?: readonly WebhookId[]): Promise<WebhookQueue[]> {
	if (webhookIds === undefined) return queuesOfWebhooks(db).execute().then(asQueues);
	const found: WebhookQueue[] = [];
	for (const ids of chunkInList(webhookIds)) {
		found.push(...asQueues(await queuesOfWebhooks(db).where('webhooks.id', 'in', ids).execute()));
	}
	return found;
}

/** The heads of each webhook's queues, as a query to go on with. */
export function queuesOfWebhooks(db: Db) {
	return db.selectFrom('webhooks').select((eb) => [
		'webhooks.id as webhookId',
		'webhooks.status',
		'webhooks.role',
		eb
			.selectFrom('deliveries')
			.select((inner) => inner.fn.min('deliveries.id').as('id'))
			.whereRef('deliveries.webhook_id', '=', 'webhooks.id')
			.where('deliveries.status', '=', sql.lit('pending'))
			.where('deliveries.attempts', '=', sql.lit(0))
			.as('firstId'),
		eb
			.selectFrom('deliveries')
			.select((inner) => inner.fn.min('deliveries.due_at').as('at'))
			.whereRef('deliveries.webhook_id', '=', 'webhooks.id')
			.where('deliveries.status', '=', sql.lit('pending'))
			.where('deliveries.attempts', '>', sql.lit(0))
			.where('deliveries.claim_token', 'is', null)
			.as('againAt'),
	]);
}

function asQueues(
	rows: readonly (Omit<WebhookQueue, 'first'> & { firstId: DeliveryId | null })[],
): WebhookQueue[] {
	return rows.map(({ firstId, ...row }) => ({ ...row, first: firstId !== null }));
}
