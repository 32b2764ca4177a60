import type { ScannedRows } from '../store/retention/keyset-range.ts';
import { BATCH_SIZE } from './remove-in-batches.ts';
import type { Removed } from './removed.ts';
import type { Sweep } from './retention.ts';

/** Maximum rows that one sweep reads without removing them: the next sweep continues after them. */
const KEPT_LIMIT = 50_000;

/** The position of the scan of a table, from which the next sweep continues. */
export interface ScanPosition<Id> {
	/** The last row that was read; null: the scan begins with the oldest one. */
	after: Id | null;
}

/**
 * Removes rows from a table in which many old rows may not be removable. `find` reads the next BATCH_SIZE rows after
 * one. `remove` returns the number of rows that it removed; `name`: the kind under which the metrics count them. Ends
 * after KEPT_LIMIT rows that it did not remove, so that a sweep does not read all of them again each time.
 */
export async function removeScanned<Id>(
	sweep: Pick<Sweep, 'shouldContinue' | 'countRemoved'>,
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
