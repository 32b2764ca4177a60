import type { Sweep } from './retention.ts';

/** Rows found and removed at once: what holds up the traffic of a commit for a few milliseconds at most. */
export const GROUP = 200;

/**
 * Removes group after group. `find` gives the next rows after the last one of the group before, `remove` tells how
 * many of them went.
 */
export async function removeInGroups<Row>(
	sweep: Sweep,
	what: string,
	find: (last: Row | null) => Promise<Row[]>,
	remove: (rows: Row[]) => Promise<number>,
): Promise<void> {
	let last: Row | null = null;
	for (;;) {
		const rows: Row[] = await find(last);
		if (rows.length === 0 || !(await sweep.goOn())) return;
		sweep.removed(what, await remove(rows));
		if (rows.length < GROUP) return;
		last = rows.at(-1) ?? null;
	}
}
