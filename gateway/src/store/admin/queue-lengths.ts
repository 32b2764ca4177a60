import { sql, type SelectQueryBuilder } from 'kysely';
import type { DeliveryId } from '../../domain/ids.ts';
import { queuesOfWebhooks } from '../webhooks/queues/webhook-queues.ts';
import { FIRST_QUEUED } from '../messages/queue-ends.ts';
import type { Db, Schema } from '../schema.ts';

/** Most rows counted: a larger backlog is no more alarming, and the query has to stay cheap. */
const COUNT_LIMIT = 100_000;

/** Lengths of the queues, with the creation or due time of the oldest entry (epoch milliseconds; null: empty). */
export interface QueueLengths {
	messages: { waiting: number; oldest: number | null };
	deliveries: { waiting: number; oldest: number | null; dueSince: number | null };
}

/** Reads both queues through their partial indices; each count ends at 100,000. */
export async function readQueueLengths(db: Db): Promise<QueueLengths> {
	return { messages: await queuedMessages(db), deliveries: await pendingDeliveries(db) };
}

async function queuedMessages(db: Db): Promise<QueueLengths['messages']> {
	const { waiting } = await db
		.selectFrom((eb) =>
			eb
				.selectFrom('messages')
				.select('id')
				.where('status', '=', sql.lit('queued'))
				.limit(COUNT_LIMIT)
				.as('queued'),
		)
		.select((eb) => eb.fn.countAll<number>().as('waiting'))
		.executeTakeFirstOrThrow();
	if (waiting === 0) return { waiting, oldest: null };
	// The head of each instance's queue is one index lookup; the index does not sort the whole queue by age.
	const head = await db
		.selectFrom((eb) => eb.selectFrom('instances').select(FIRST_QUEUED.as('id')).as('heads'))
		.innerJoin('messages', 'messages.id', 'heads.id')
		.select((eb) => eb.fn.min<number | null>('messages.created_at').as('oldest'))
		.executeTakeFirst();
	return { waiting, oldest: head?.oldest ?? null };
}

/**
 * A pending delivery is in one of three indices: initial attempts, retries, or claimed. The query counts each index
 * separately, and all in one statement, because deliveries move from one to another.
 */
async function pendingDeliveries(db: Db): Promise<QueueLengths['deliveries']> {
	const pending = db
		.selectFrom('deliveries')
		.select('id')
		.where(sql<boolean>`status = 'pending'`);
	const lanes = await totalsOf(db, pending.where(sql<boolean>`attempts = 0`))
		.unionAll(totalsOf(db, pending.where(sql<boolean>`attempts > 0`).where('claim_token', 'is', null)))
		.unionAll(totalsOf(db, db.selectFrom('deliveries').select('id').where('claim_token', 'is not', null)))
		.execute();
	const waiting = lanes.reduce((sum, { total }) => sum + total, 0);
	if (waiting === 0) return { waiting, oldest: null, dueSince: null };
	const { initialId, dueSince } = await readDue(db);
	return {
		waiting,
		oldest: await createdAt(db, [initialId, ...lanes.map(({ oldest }) => oldest)]),
		dueSince,
	};
}

/** When the oldest due delivery without a running attempt was due, in epoch milliseconds; null: none is pending. */
export async function findDueSince(db: Db): Promise<number | null> {
	return (await readDue(db)).dueSince;
}

async function readDue(db: Db): Promise<{ initialId: DeliveryId | null; dueSince: number | null }> {
	const { initialId, retryAt } = await queueHeads(db);
	const initialAt = await createdAt(db, [initialId]);
	const due = [initialAt, retryAt].filter((at) => at !== null);
	return { initialId, dueSince: due.length === 0 ? null : Math.min(...due) };
}

function totalsOf(db: Db, lane: SelectQueryBuilder<Schema, 'deliveries', { id: DeliveryId }>) {
	return db
		.selectFrom(lane.limit(COUNT_LIMIT).as('lane'))
		.select((eb) => [
			eb.fn.countAll<number>().as('total'),
			eb.fn.min<DeliveryId | null>('lane.id').as('oldest'),
		]);
}

/** When the oldest of these deliveries was created; ids sort by creation time. */
async function createdAt(db: Db, ids: readonly (DeliveryId | null)[]): Promise<number | null> {
	const [oldest] = ids.filter((id) => id !== null).sort();
	if (oldest === undefined) return null;
	const row = await db
		.selectFrom('deliveries')
		.select('created_at')
		.where('id', '=', oldest)
		.executeTakeFirst();
	return row?.created_at ?? null;
}

/** The oldest delivery without an attempt, and the time of the next retry, of webhooks that are not paused. */
function queueHeads(db: Db): Promise<{ initialId: DeliveryId | null; retryAt: number | null }> {
	const queues = queuesOfWebhooks(db).where('webhooks.paused_at', 'is', null).as('queues');
	return db
		.selectFrom(queues)
		.select((eb) => [
			eb.fn.min<DeliveryId | null>('queues.initialId').as('initialId'),
			eb.fn.min<number | null>('queues.retryAt').as('retryAt'),
		])
		.executeTakeFirstOrThrow();
}
