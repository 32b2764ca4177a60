import type { ScannedRows } from '../store/retention/finished-rows.ts';
import { BATCH_SIZE } from './remove-in-batches.ts';
import type { Removed } from './removed.ts';
import type { Sweep } from './retention.ts';

/** Most rows that one sweep reads and keeps: the next one goes on behind them. */
const KEPT_LIMIT = 50_000;

/** How far the scan of a table is; the next sweep goes on there. */
export interface ScanPosition<Id> {
	/** The last row that was read; null: the scan begins with the oldest one. */
	after: Id | null;
}

/**
 * Removes rows among old ones of which very many may have to be kept. `find` reads the next BATCH_SIZE rows after one.
 * `remove` returns the number of rows that it removed; `name` is what the rows are counted as. Ends after KEPT_LIMIT
 * rows that are kept, so that a sweep does not read all of them again each time.
 */
export async function removeScanned<Id>(
	sweep: Sweep,
	name: Removed,
	{
		position,
		find,
		remove,
	}: {
		position: ScanPosition<Id>;
		find: (after: Id | null) => Promise<ScannedRows<Id>>;
		remove: (ids: Id[]) => Promise<number>;
	},
): Promise<void> {
	let kept = 0;
	do {
		const { ids, last } = await find(position.after);
		const isEmpty = ids.length === 0 && last === null;
		if (!isEmpty && !(await sweep.shouldContinue())) return;
		if (ids.length > 0) sweep.countRemoved(name, await remove(ids));
		kept += BATCH_SIZE - ids.length;
		position.after = last;
	} while (position.after !== null && kept < KEPT_LIMIT);
}
