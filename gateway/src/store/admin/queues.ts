import { sql, type SelectQueryBuilder } from 'kysely';
import type { DeliveryId } from '../../domain/ids.ts';
import { queuesOfWebhooks } from '../webhooks/deliveries.ts';
import { FIRST_QUEUED } from '../messages/messages.ts';
import type { Db, Schema } from '../schema.ts';

/** Rows counted at most: a backlog beyond this is as alarming as this, and looking at it must stay cheap. */
const COUNT_LIMIT = 100_000;

/** How much waits in the tables that are the queues, and since when (epoch milliseconds; null where nothing does). */
export interface Queues {
	messages: { waiting: number; oldest: number | null };
	deliveries: { waiting: number; oldest: number | null; dueSince: number | null };
}

/** Looks at both queues through their partial indices; each count ends at 100,000. */
export async function readQueues(db: Db): Promise<Queues> {
	return { messages: await queuedMessages(db), deliveries: await pendingDeliveries(db) };
}

async function queuedMessages(db: Db): Promise<Queues['messages']> {
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
	// The first of each instance is one look into the index; the queue as a whole is in no order of age.
	const first = await db
		.selectFrom((eb) => eb.selectFrom('instances').select(FIRST_QUEUED.as('id')).as('firsts'))
		.innerJoin('messages', 'messages.id', 'firsts.id')
		.select((eb) => eb.fn.min<number | null>('messages.created_at').as('oldest'))
		.executeTakeFirst();
	return { waiting, oldest: first?.oldest ?? null };
}

/**
 * Deliveries lie in the index of those never attempted, in that of those to be repeated, or in that of those being
 * attempted. Each is counted on its own, and all in one statement, since deliveries move from one to the other.
 */
async function pendingDeliveries(db: Db): Promise<Queues['deliveries']> {
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
	const { firstId, againAt } = await heads(db);
	const first = await createdAt(db, [firstId]);
	const due = [first, againAt].filter((at) => at !== null);
	return {
		waiting,
		oldest: await createdAt(db, [firstId, ...lanes.map(({ oldest }) => oldest)]),
		dueSince: due.length === 0 ? null : Math.min(...due),
	};
}

function totalsOf(db: Db, lane: SelectQueryBuilder<Schema, 'deliveries', { id: DeliveryId }>) {
	return db
		.selectFrom(lane.limit(COUNT_LIMIT).as('lane'))
		.select((eb) => [
			eb.fn.countAll<number>().as('total'),
			eb.fn.min<DeliveryId | null>('lane.id').as('oldest'),
		]);
}

/** When the oldest of these deliveries was made; their ids sort by that. */
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

/** The oldest that was never attempted, and when the next of the others is due: two index entries a webhook. */
function heads(db: Db): Promise<{ firstId: DeliveryId | null; againAt: number | null }> {
	const queues = queuesOfWebhooks(db).as('queues');
	return db
		.selectFrom(queues)
		.select((eb) => [
			eb.fn.min<DeliveryId | null>('queues.firstId').as('firstId'),
			eb.fn.min<number | null>('queues.againAt').as('againAt'),
		])
		.executeTakeFirstOrThrow();
}
