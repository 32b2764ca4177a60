import type { Db } from '../schema.ts';

/** The time of the ids that the index covers: from `from` up to, and without, `to`. */
export interface Coverage {
	/** 0: from the oldest message on. */
	from: number;
	to: number;
}

/** Reads which messages the index covers; null: it was never filled. */
export async function readCoverage(db: Db): Promise<Coverage | null> {
	const row = await db.selectFrom('message_index_coverage').selectAll().executeTakeFirst();
	return row === undefined ? null : { from: row.covered_from, to: row.covered_to };
}

/** Stores which messages the index covers. */
export async function writeCoverage(db: Db, { from, to }: Coverage): Promise<void> {
	await db
		.insertInto('message_index_coverage')
		.values({ id: 1, covered_from: from, covered_to: to })
		.onConflict((conflict) => conflict.column('id').doUpdateSet({ covered_from: from, covered_to: to }))
		.execute();
}
