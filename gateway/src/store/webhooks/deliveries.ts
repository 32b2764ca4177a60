import { sql, type SelectQueryBuilder } from 'kysely';
import type { DeliveryId, EventId, InstanceId, ProcessId, WebhookId } from '../../domain/ids.ts';
import type { WebhookRole, WebhookStatus } from '../../domain/webhooks/webhook.ts';
import type { SealedText } from '../../lib/sealed-text.ts';
import { inChunks, chunkInList } from '../engine/chunk-in-list.ts';
import { engineOf } from '../engine/engine.ts';
import type { Db, Flag, Schema, WebhookRow } from '../schema.ts';

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
export interface ClaimedDelivery {
	id: DeliveryId;
	eventId: EventId;
	webhookId: WebhookId;
	/** The instance of the webhook; null: it receives events of all instances. */
	instanceId: InstanceId | null;
	/** The queue it belongs to, where the webhook is ordered; null: none. */
	orderingKey: string | null;
	lane: Lane;
	url: string;
	secret: SealedText;
	/** The secret before the current one, and when it expires (epoch milliseconds). */
	previousSecret: { secret: SealedText; expiresAt: number } | null;
	/** The event's JSON text, byte for byte as it was stored. */
	body: string;
	/** The number of the attempt, counted from 1. */
	attempt: number;
	/** Failed attempts since the start of the retry schedule. */
	failures: number;
	claimToken: string;
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
 * worker can claim them until the claim expires. Also returns how many rows each share found, in their order: fewer
 * than its limit means that nothing more is due there. Deliveries of an inactive webhook are cancelled instead, except
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
		claimed.push({ ...row, lane, ...receiver.target, body, claimToken: claimToken(claim.token, row.id) });
	}
	for (const ids of chunkInList(cancelled)) {
		await db
			.updateTable('deliveries')
			.set({ status: 'cancelled', finished_at: claim.now, claim_token: null })
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

/** The URL of a webhook's deliveries, the secrets that sign them, and the webhook's instance. */
export type Target = Pick<ClaimedDelivery, 'instanceId' | 'url' | 'secret' | 'previousSecret'>;

/** The columns of `webhooks` that targetOf() reads. */
export const TARGET_COLUMNS = [
	'instance_id',
	'url',
	'secret',
	'previous_secret',
	'previous_secret_expires_at',
] as const;

export function targetOf(row: Pick<WebhookRow, (typeof TARGET_COLUMNS)[number]>): Target {
	const { instance_id: instanceId, url, secret } = row;
	const { previous_secret: previous, previous_secret_expires_at: expiresAt } = row;
	const previousSecret = previous === null || expiresAt === null ? null : { secret: previous, expiresAt };
	return { instanceId, url, secret, previousSecret };
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

/** Releases all claims, so that their deliveries are due at once; for the only process on this database. */
export async function releaseClaims(db: Db, now: number): Promise<void> {
	await db
		.updateTable('deliveries')
		.set({ due_at: now, claim_token: null })
		.where('claim_token', 'is not', null)
		.execute();
}

/** Releases the claims of a dead process, so that their deliveries are due at once: its tokens begin with its id. */
export async function releaseClaimsOf(db: Db, process: ProcessId, now: number): Promise<void> {
	await db
		.updateTable('deliveries')
		.set({ due_at: now, claim_token: null })
		.where('claim_token', 'like', `${process}:%`)
		.execute();
}

/** Releases expired claims: their holder died, or could not record the outcomes. */
export async function releaseExpiredClaims(db: Db, now: number): Promise<void> {
	await db
		.updateTable('deliveries')
		.set({ claim_token: null })
		.where('claim_token', 'is not', null)
		.where('due_at', '<=', now)
		.execute();
}

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

/** The open deliveries of a webhook. */
export interface WebhookQueue {
	webhookId: WebhookId;
	status: WebhookStatus;
	role: WebhookRole;
	/** Most attempts in a second; null: not limited. */
	ratePerSecond: number | null;
	ordered: boolean;
	collects: boolean;
	paused: boolean;
	/** Whether a delivery waits for its initial attempt. */
	hasInitial: boolean;
	/** When the next retry is due, in epoch milliseconds; null: there is none. */
	retryAt: number | null;
	/** Whether a delivery that is open belongs to the queue of a chat. */
	hasChatQueues: boolean;
}

/** The queues of all webhooks, or of those given. The query reads three index entries a webhook. */
export async function listQueues(db: Db, webhookIds?: readonly WebhookId[]): Promise<WebhookQueue[]> {
	if (webhookIds === undefined) return queuesOfWebhooks(db).execute().then(asQueues);
	const queues: WebhookQueue[] = [];
	for (const ids of chunkInList(webhookIds)) {
		queues.push(...asQueues(await queuesOfWebhooks(db).where('webhooks.id', 'in', ids).execute()));
	}
	return queues;
}

/** A query for the heads of each webhook's queues, to which the caller can add conditions. */
export function queuesOfWebhooks(db: Db) {
	return db.selectFrom('webhooks').select((eb) => [
		'webhooks.id as webhookId',
		'webhooks.status',
		'webhooks.role',
		'webhooks.rate_per_second as ratePerSecond',
		'webhooks.ordered',
		'webhooks.collect_seconds as collectSeconds',
		'webhooks.paused_at as pausedAt',
		eb
			.selectFrom('deliveries')
			.select((inner) => inner.fn.min('deliveries.id').as('id'))
			.whereRef('deliveries.webhook_id', '=', 'webhooks.id')
			.where('deliveries.status', '=', sql.lit('pending'))
			.where('deliveries.attempts', '=', sql.lit(0))
			.as('initialId'),
		eb
			.selectFrom('deliveries')
			.select((inner) => inner.fn.min('deliveries.due_at').as('at'))
			.whereRef('deliveries.webhook_id', '=', 'webhooks.id')
			.where('deliveries.status', '=', sql.lit('pending'))
			.where('deliveries.attempts', '>', sql.lit(0))
			.where('deliveries.claim_token', 'is', null)
			.as('retryAt'),
		eb
			.selectFrom('deliveries')
			.select((inner) => inner.fn.min('deliveries.ordering_key').as('key'))
			.whereRef('deliveries.webhook_id', '=', 'webhooks.id')
			.where('deliveries.ordering_key', 'is not', null)
			.where('deliveries.finished_at', 'is', null)
			.as('firstKey'),
	]);
}

type QueueRow = Pick<WebhookQueue, 'webhookId' | 'status' | 'role' | 'retryAt' | 'ratePerSecond'> & {
	ordered: Flag;
	collectSeconds: number | null;
	pausedAt: number | null;
	initialId: DeliveryId | null;
	firstKey: string | null;
};

function asQueues(rows: readonly QueueRow[]): WebhookQueue[] {
	return rows.map(({ webhookId, status, role, retryAt, ratePerSecond, ...row }) => ({
		webhookId,
		status,
		role,
		ratePerSecond,
		ordered: row.ordered === 1,
		collects: row.collectSeconds !== null,
		paused: row.pausedAt !== null,
		hasInitial: row.initialId !== null,
		retryAt,
		hasChatQueues: row.firstKey !== null,
	}));
}
