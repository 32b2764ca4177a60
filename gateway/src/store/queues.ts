import { sql } from 'kysely';
import type { DeliveryId } from '../domain/ids.ts';
import { nextDueAt } from './deliveries.ts';
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

async function pendingDeliveries(db: Db): Promise<Queues['deliveries']> {
	const { waiting, first } = await db
		.selectFrom((eb) =>
			eb
				.selectFrom('deliveries')
				.select('id')
				.where('status', '=', sql.lit('pending'))
				.orderBy('due_at')
				.orderBy('id')
				.limit(COUNT_LIMIT)
				.as('pending'),
		)
		.select((eb) => [
			eb.fn.countAll<number>().as('waiting'),
			eb.fn.min<DeliveryId | null>('pending.id').as('first'),
		])
		.executeTakeFirstOrThrow();
	if (first === null) return { waiting, oldest: null, dueSince: null };
	const oldest = await db
		.selectFrom('deliveries')
		.select('created_at')
		.where('id', '=', first)
		.executeTakeFirst();
	return { waiting, oldest: oldest?.created_at ?? null, dueSince: await nextDueAt(db) };
}
