import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely';
import type { DeliveryId, EventId } from '../../domain/ids.ts';
import { OPEN_DELIVERY_STATUSES } from '../../domain/webhooks/webhook.ts';
import type { ActorName } from '../../domain/access/user.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import { engineOf, lockRows } from '../engine/engine.ts';
import { rowsStatement, writeRowsReturning } from '../engine/write-rows.ts';
import type { Db, Schema } from '../schema.ts';

/*
 * Finds and deletes rows whose retention period is over, in batches. Ids sort by creation time, so a scan of the key
 * from `after` up to `before` reads the oldest rows first and no row twice. Rows with open deliveries are neither
 * found nor deleted; the delete checks again, because a delivery may have become open again since.
 */

/** One batch of the scan. */
export interface KeysetRange<Id> {
	/** The last id of the previous batch; null for the first batch. */
	after: Id | null;
	/** Rows from this id on are kept. */
	before: Id;
	limit: number;
}

/** The finished rows among those that a scan has read. */
export interface ScannedRows<Id> {
	ids: Id[];
	/** The last row that it read; null: there are no more old ones. */
	last: Id | null;
}

/**
 * Reads the next `limit` old events, and finds those without open deliveries: there may be very many with open ones,
 * where a webhook is paused.
 */
export async function findOldEvents(
	db: Db,
	{ after, before, limit }: KeysetRange<EventId>,
): Promise<ScannedRows<EventId>> {
	let old = db.selectFrom('events').select('id').where('id', '<', before).orderBy('id');
	if (after !== null) old = old.where('id', '>', after);
	const last = await lastIdOf(old, limit);
	const read = last === null ? old : old.where('id', '<=', last);
	const rows = await read.where(nothingOpen).execute();
	return { ids: rows.map(({ id }) => id), last };
}

/** The id of the last of the next `limit` rows; null: there are fewer. */
async function lastIdOf<Table extends keyof Schema, Id>(
	rows: SelectQueryBuilder<Schema, Table, { id: Id }>,
	limit: number,
): Promise<Id | null> {
	const last = await rows
		.offset(limit - 1)
		.limit(1)
		.executeTakeFirst();
	return last?.id ?? null;
}

/** Deletes events, with their deliveries and attempts; returns how many. */
export async function deleteEvents(db: Db, ids: readonly EventId[]): Promise<number> {
	// Another gateway may be making one of their deliveries open again: the deletion then sees that it did.
	const deliveries = db.selectFrom('deliveries').select('id').where('event_id', 'in', padInList(ids));
	if (engineOf(db) === 'postgres') await lockRows(db, deliveries.orderBy('id')).execute();
	const result = await db
		.deleteFrom('events')
		.where('id', 'in', padInList(ids))
		.where(nothingOpen)
		.executeTakeFirst();
	return Number(result.numDeletedRows);
}

function nothingOpen(eb: ExpressionBuilder<Schema, 'events'>) {
	const open = eb
		.selectFrom('deliveries')
		.select('deliveries.id')
		.whereRef('deliveries.event_id', '=', 'events.id')
		.where('deliveries.finished_at', 'is', null);
	return eb.not(eb.exists(open));
}

/** Reads the next `limit` old deliveries, and finds those that finished before a time. */
export async function findOldDeliveries(
	db: Db,
	{ after, before, limit, finishedBefore }: KeysetRange<DeliveryId> & { finishedBefore: number },
): Promise<ScannedRows<DeliveryId>> {
	let old = db.selectFrom('deliveries').select('id').where('id', '<', before).orderBy('id');
	if (after !== null) old = old.where('id', '>', after);
	const last = await lastIdOf(old, limit);
	const read = last === null ? old : old.where('id', '<=', last);
	const rows = await read.where('finished_at', '<', finishedBefore).execute();
	return { ids: rows.map(({ id }) => id), last };
}

/** Deletes deliveries, with their attempts; returns how many. */
export async function deleteDeliveries(db: Db, ids: readonly DeliveryId[]): Promise<number> {
	const result = await db
		.deleteFrom('deliveries')
		.where('id', 'in', padInList(ids))
		.where('finished_at', 'is not', null)
		.executeTakeFirst();
	return Number(result.numDeletedRows);
}

/** The primary key of a stored response. */
export interface ResponseKey {
	actor: ActorName;
	key: string;
}

/** Finds responses to requests with an Idempotency-Key that were stored before a time. */
export function findOldResponses(db: Db, before: number, limit: number): Promise<ResponseKey[]> {
	return db
		.selectFrom('idempotency_keys')
		.select(['actor', 'key'])
		.where('created_at', '<', before)
		.orderBy('created_at')
		.limit(limit)
		.execute();
}

/** Deletes responses, except where the key has been used again since; returns how many. */
export async function deleteResponses(db: Db, keys: readonly ResponseKey[], before: number): Promise<number> {
	const rows = keys.map((key) => ({ ...key, before }));
	return (await writeRowsReturning(db, DELETE_RESPONSES, rows)).length;
}

const DELETE_RESPONSES = rowsStatement(
	{ actor: 'text', key: 'text', before: 'bigint' },
	{
		before: 'with old (actor, key, before) as (',
		after: `) delete from idempotency_keys using old
			where idempotency_keys.actor = old.actor and idempotency_keys.key = old.key and created_at < old.before
			returning idempotency_keys.key`,
		singleRow: `delete from idempotency_keys where actor = ?1 and key = ?2 and created_at < ?3 returning key`,
	},
);

/** Whether there are hourly counts from before a UTC day. */
export async function hasHourlyStatsBefore(db: Db, day: string): Promise<boolean> {
	const row = await db
		.selectFrom('instance_hourly_stats')
		.select('hour')
		.where('hour', '<', day)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** Deletes hourly counts from before a UTC day; returns how many rows. */
export async function deleteHourlyStatsBefore(db: Db, day: string): Promise<number> {
	const result = await db.deleteFrom('instance_hourly_stats').where('hour', '<', day).executeTakeFirst();
	return Number(result.numDeletedRows);
}

/** Deletes counts of attempts in spans of a length (seconds) that started before a time; returns how many rows. */
export async function deleteAttemptCounts(db: Db, seconds: number, before: number): Promise<number> {
	const result = await db
		.deleteFrom('webhook_attempt_counts')
		.where('seconds', '=', seconds)
		.where('starts_at', '<', before)
		.executeTakeFirst();
	return Number(result.numDeletedRows);
}

/** Whether there are counts of attempts in spans of a length (seconds) that started before a time. */
export async function hasAttemptCounts(db: Db, seconds: number, before: number): Promise<boolean> {
	const row = await db
		.selectFrom('webhook_attempt_counts')
		.select('starts_at')
		.where('seconds', '=', seconds)
		.where('starts_at', '<', before)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** Finds open deliveries of paused webhooks that were created before a time and are not being attempted. */
export async function findOldPausedDeliveries(
	db: Db,
	{ before, limit }: Pick<KeysetRange<DeliveryId>, 'before' | 'limit'>,
): Promise<DeliveryId[]> {
	const paused = await db.selectFrom('webhooks').select('id').where('paused_at', 'is not', null).execute();
	const found: DeliveryId[] = [];
	for (const { id: webhookId } of paused) {
		if (found.length >= limit) break;
		const rows = await db
			.selectFrom('deliveries')
			.select('id')
			.where('webhook_id', '=', webhookId)
			.where('status', 'in', OPEN_DELIVERY_STATUSES)
			.where('claim_token', 'is', null)
			.where('id', '<', before)
			.limit(limit - found.length)
			.execute();
		found.push(...rows.map(({ id }) => id));
	}
	return found;
}

/** Cancels these deliveries, except those that have been finished or claimed since; returns how many. */
export async function cancelDeliveries(db: Db, ids: readonly DeliveryId[], at: number): Promise<number> {
	const result = await db
		.updateTable('deliveries')
		.set({ status: 'cancelled', finished_at: at })
		.where('id', 'in', padInList(ids))
		.where('finished_at', 'is', null)
		.where('claim_token', 'is', null)
		.executeTakeFirst();
	return Number(result.numUpdatedRows);
}
