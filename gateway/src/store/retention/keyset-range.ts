import type { SelectQueryBuilder } from 'kysely';
import type { Schema } from '../schema.ts';

/*
 * Rows whose retention period is over are found and deleted in batches. Ids sort by creation time, so a scan of the key
 * from `after` up to `before` reads the oldest rows first and no row twice.
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

/** The id of the last of the next `limit` rows; null: there are fewer. */
export async function lastIdOf<Table extends keyof Schema, Id>(
	rows: SelectQueryBuilder<Schema, Table, { id: Id }>,
	limit: number,
): Promise<Id | null> {
	const last = await rows
		.offset(limit - 1)
		.limit(1)
		.executeTakeFirst();
	return last?.id ?? null;
}
