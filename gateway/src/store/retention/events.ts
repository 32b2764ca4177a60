import type { ExpressionBuilder } from 'kysely';
import type { EventId } from '../../domain/ids.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import { engineOf, lockRows } from '../engine/engine.ts';
import type { Db, Schema } from '../schema.ts';
import { type KeysetRange, type ScannedRows, lastIdOf } from './keyset-range.ts';

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

/** Whether an event has no open delivery. The delete checks it again: one may have become open again since the scan. */
function nothingOpen(eb: ExpressionBuilder<Schema, 'events'>) {
	const open = eb
		.selectFrom('deliveries')
		.select('deliveries.id')
		.whereRef('deliveries.event_id', '=', 'events.id')
		.where('deliveries.finished_at', 'is', null);
	return eb.not(eb.exists(open));
}
