import type { Removed } from './removed.ts';
import type { Sweep } from './retention.ts';

/** Rows per transaction: few enough to delay other transactions by a few milliseconds at most. */
export const BATCH_SIZE = 200;

/**
 * Removes rows batch by batch. `find` returns the rows after the last one of the previous batch. `remove` returns the
 * number of rows that it removed; `name`: the kind under which the metrics count the rows.
 */
export async function removeInBatches<Row>(
	sweep: Sweep,
	name: Removed,
	find: (last: Row | null) => Promise<Row[]>,
	remove: (rows: Row[]) => Promise<number>,
): Promise<void> {
	let last: Row | null = null;
	for (;;) {
		const rows: Row[] = await find(last);
		if (rows.length === 0 || !(await sweep.shouldContinue())) return;
		sweep.countRemoved(name, await remove(rows));
		if (rows.length < BATCH_SIZE) return;
		last = rows.at(-1) ?? null;
	}
}
