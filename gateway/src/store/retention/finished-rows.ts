import { sql, type ExpressionBuilder } from 'kysely';
import type { DeliveryId, EventId } from '../../domain/ids.ts';
import type { ActorName } from '../../domain/owner.ts';
import type { Db, Schema } from '../schema.ts';

/*
 * Rows that were kept long enough, found and removed in groups. Ids sort by the time they were made, so a walk
 * along the key from `after` up to `before` meets the oldest rows first and no row twice. What is pending is
 * neither found nor, should it have become so meanwhile, removed.
 */

/** A part of the walk. */
export interface KeysetRange<Id> {
	/** The last one of the group before; null at the beginning. */
	after: Id | null;
	/** Everything from here on is kept. */
	before: Id;
	limit: number;
}

/** Events of which nothing is still to be delivered. */
export async function findOldEvents(
	db: Db,
	{ after, before, limit }: KeysetRange<EventId>,
): Promise<EventId[]> {
	let old = db.selectFrom('events').select('id').where('id', '<', before).where(nothingPending);
	if (after !== null) old = old.where('id', '>', after);
	const rows = await old.orderBy('id').limit(limit).execute();
	return rows.map(({ id }) => id);
}

/** Removes events, with their deliveries and attempts; gives how many. */
export async function deleteEvents(db: Db, ids: readonly EventId[]): Promise<number> {
	const result = await db
		.deleteFrom('events')
		.where('id', 'in', ids)
		.where(nothingPending)
		.executeTakeFirst();
	return Number(result.numDeletedRows);
}

function nothingPending(eb: ExpressionBuilder<Schema, 'events'>) {
	const pending = eb
		.selectFrom('deliveries')
		.select('deliveries.id')
		.whereRef('deliveries.event_id', '=', 'events.id')
		.where('deliveries.status', '=', sql.lit('pending'));
	return eb.not(eb.exists(pending));
}

/** Deliveries that were finished before a moment. */
export async function findOldDeliveries(
	db: Db,
	{ after, before, limit, finishedBefore }: KeysetRange<DeliveryId> & { finishedBefore: number },
): Promise<DeliveryId[]> {
	let old = db
		.selectFrom('deliveries')
		.select('id')
		.where('id', '<', before)
		.where('status', '<>', 'pending')
		.where('finished_at', '<', finishedBefore);
	if (after !== null) old = old.where('id', '>', after);
	const rows = await old.orderBy('id').limit(limit).execute();
	return rows.map(({ id }) => id);
}

/** Removes deliveries, with their attempts; gives how many. */
export async function deleteDeliveries(db: Db, ids: readonly DeliveryId[]): Promise<number> {
	const result = await db
		.deleteFrom('deliveries')
		.where('id', 'in', ids)
		.where('status', '<>', 'pending')
		.executeTakeFirst();
	return Number(result.numDeletedRows);
}

/** A stored answer, by what it is found with. */
export interface ResponseKey {
	actor: ActorName;
	key: string;
}

/** Answers to named requests that were stored before a moment. */
export function findOldResponses(db: Db, before: number, limit: number): Promise<ResponseKey[]> {
	return db
		.selectFrom('idempotency_keys')
		.select(['actor', 'key'])
		.where('created_at', '<', before)
		.orderBy('created_at')
		.limit(limit)
		.execute();
}

/** Removes them, unless the key was used anew meanwhile; gives how many. */
export async function deleteResponses(db: Db, keys: readonly ResponseKey[], before: number): Promise<number> {
	const result = await db
		.deleteFrom('idempotency_keys')
		.where('created_at', '<', before)
		.where((eb) =>
			eb.or(keys.map(({ actor, key }) => eb.and([eb('actor', '=', actor), eb('key', '=', key)]))),
		)
		.executeTakeFirst();
	return Number(result.numDeletedRows);
}

/** Whether there are hourly counts from before a day. */
export async function hasHoursBefore(db: Db, day: string): Promise<boolean> {
	const row = await db
		.selectFrom('instance_hourly_stats')
		.select('hour')
		.where('hour', '<', day)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** Removes instances' hourly counts from before a day. There is one row an instance and hour. */
export async function deleteHoursBefore(db: Db, day: string): Promise<number> {
	const result = await db.deleteFrom('instance_hourly_stats').where('hour', '<', day).executeTakeFirst();
	return Number(result.numDeletedRows);
}
