import { sql } from 'kysely';
import { EVENT_KINDS } from '../domain/event.ts';
import type { DeliveryId } from '../domain/ids.ts';
import { queuesOfWebhooks } from './deliveries.ts';
import type { Db } from './schema.ts';

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
		.selectFrom((eb) =>
			eb
				.selectFrom('instances')
				.select((inner) =>
					inner
						.selectFrom('messages')
						.select('messages.id')
						.whereRef('messages.instance_id', '=', 'instances.id')
						.where('messages.status', '=', sql.lit('queued'))
						.orderBy('messages.id')
						.limit(1)
						.as('id'),
				)
				.as('firsts'),
		)
		.innerJoin('messages', 'messages.id', 'firsts.id')
		.select((eb) => eb.fn.min<number | null>('messages.created_at').as('oldest'))
		.executeTakeFirst();
	return { waiting, oldest: first?.oldest ?? null };
}

/**
 * Deliveries lie in the index of those never attempted, in that of those to be repeated, or in that of those being
 * attempted. They are counted one index after the other, by one statement: a delivery goes from one to the next.
 */
async function pendingDeliveries(db: Db): Promise<Queues['deliveries']> {
	const lanes = [
		sql`status = 'pending' and attempts = 0`,
		sql`status = 'pending' and attempts > 0 and claim_token is null`,
		sql`claim_token is not null`,
	];
	const counts = lanes.map(
		(lane) =>
			sql`(select count(*) from (select id from deliveries where ${lane} limit ${COUNT_LIMIT}) as lane)`,
	);
	const { rows } = await sql<{ waiting: number }>`select ${sql.join(counts, sql` + `)} as waiting`.execute(
		db,
	);
	const waiting = rows[0]?.waiting ?? 0;
	if (waiting === 0) return { waiting, oldest: null, dueSince: null };
	return { waiting, oldest: await oldestPending(db), dueSince: await dueSince(db) };
}

/**
 * When the oldest pending delivery was made: waiting for its first attempt or another one, or being attempted. The
 * index that lists deliveries is in order of age within a webhook, status and kind: one look into it for each
 * webhook, and one more for each kind where something is pending.
 */
async function oldestPending(db: Db): Promise<number | null> {
	const kinds = sql.join(EVENT_KINDS.map((kind) => sql`(${sql.lit(kind)})`));
	const { rows } = await sql<{ oldest: number }>`
		with kinds (kind) as (values ${kinds}), firsts as (
			select (
				select min(deliveries.id) from deliveries
				where deliveries.webhook_id = webhooks.id and deliveries.status = 'pending'
					and deliveries.kind = kinds.kind
			) as id
			from webhooks cross join kinds
			where exists (
				select 1 from deliveries where deliveries.webhook_id = webhooks.id and deliveries.status = 'pending'
			)
		)
		select created_at as oldest from deliveries where id = (select min(id) from firsts)`.execute(db);
	return rows[0]?.oldest ?? null;
}

/** Since when the delivery that is due the longest has been due: two index entries a webhook. */
async function dueSince(db: Db): Promise<number | null> {
	const queues = queuesOfWebhooks(db).as('queues');
	const { firstId, againAt } = await db
		.selectFrom(queues)
		.select((eb) => [
			eb.fn.min<DeliveryId | null>('queues.firstId').as('firstId'),
			eb.fn.min<number | null>('queues.againAt').as('againAt'),
		])
		.executeTakeFirstOrThrow();
	const first =
		firstId === null
			? undefined
			: await db.selectFrom('deliveries').select('due_at').where('id', '=', firstId).executeTakeFirst();
	const due = [first?.due_at ?? null, againAt].filter((at) => at !== null);
	return due.length === 0 ? null : Math.min(...due);
}
