import type { Sweep } from './retention.ts';

/** Rows found and removed at once: what holds up the traffic of a commit for a few milliseconds at most. */
export const BATCH_SIZE = 200;

/**
 * Removes group after group. `find` gives the next rows after the last one of the group before, `remove` tells how
 * many of them went.
 */
export async function removeInBatches<Row>(
	sweep: Sweep,
	what: string,
	find: (last: Row | null) => Promise<Row[]>,
	remove: (rows: Row[]) => Promise<number>,
): Promise<void> {
	let last: Row | null = null;
	for (;;) {
		const rows: Row[] = await find(last);
		if (rows.length === 0 || !(await sweep.shouldContinue())) return;
		sweep.removed(what, await remove(rows));
		if (rows.length < BATCH_SIZE) return;
		last = rows.at(-1) ?? null;
	}
}
