import { sql } from 'kysely';
import { lockRows } from '../engine/engine.ts';
import type { BackfillTable, Db } from '../schema.ts';
import type { RowProgress } from './progress.ts';
import type { Backfill } from './step.ts';

/** The progress of a backfill after a batch. */
export interface BackfillState extends RowProgress {
	finished: boolean;
}

/** Stores a backfill before its first batch, with the number of its rows. */
export async function prepareBackfill(db: Db, { name, count }: Backfill): Promise<void> {
	const known = await db.selectFrom('backfills').select('name').where('name', '=', name).executeTakeFirst();
	if (known !== undefined) return;
	await db
		.insertInto('backfills')
		.values({ name, position: null, done: 0, total: await count(db), finished: 0 })
		.onConflict((conflict) => conflict.column('name').doNothing())
		.execute();
}

/**
 * Changes the next batch of rows and stores the position behind it, in one transaction: a batch that is interrupted is
 * done again, and gateways that work at the same backfill take turns. Also looks for rows that were added since the
 * backfill finished.
 */
export async function runBatch(db: Db, backfill: Backfill): Promise<BackfillState> {
	const row = await findState(db, backfill.name);
	const batch = await backfill.changeNext(db, row.position);
	const next =
		batch === null ? { finished: 1 as const } : { position: batch.position, done: row.done + batch.rows };
	await db.updateTable('backfills').set(next).where('name', '=', backfill.name).execute();
	return {
		rows: backfill.rows,
		done: next.done ?? row.done,
		total: row.total,
		finished: batch === null,
	};
}

async function findState(db: Db, name: string): Promise<BackfillTable> {
	const query = db.selectFrom('backfills').selectAll().where('name', '=', name);
	return lockRows(db, query).executeTakeFirstOrThrow();
}

/** Returns the names of the backfills that are done. */
export async function listFinishedBackfills(db: Db): Promise<Set<string>> {
	const rows = await db.selectFrom('backfills').select('name').where('finished', '=', 1).execute();
	return new Set(rows.map(({ name }) => name));
}

/** The tables and text columns by which byKey() can work through rows. */
interface KeyedRows {
	table: string;
	/** A text column with unique values. */
	key: string;
	/** Rows of one batch: few enough that a batch takes some ten milliseconds. */
	size: number;
}

/**
 * Returns the two functions of a backfill that works through a table in the order of its key. `change` gets the keys
 * of a batch.
 */
export function byKey(
	{ table, key, size }: KeyedRows,
	change: (db: Db, keys: readonly string[]) => Promise<void>,
): Pick<Backfill, 'count' | 'changeNext'> {
	return {
		async count(db) {
			const { rows } = await sql<{
				count: number;
			}>`select count(*) as count from ${sql.table(table)}`.execute(db);
			return rows[0]?.count ?? 0;
		},
		async changeNext(db, after) {
			const { rows } = await sql<{ key: string }>`select ${sql.ref(key)} as key from ${sql.table(table)}
				where ${sql.ref(key)} > ${after ?? ''} order by ${sql.ref(key)} limit ${sql.lit(size)}`.execute(db);
			const last = rows.at(-1);
			if (last === undefined) return null;
			await change(
				db,
				rows.map((row) => row.key),
			);
			return { position: last.key, rows: rows.length };
		},
	};
}
