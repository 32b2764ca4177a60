import { sql } from 'kysely';
import { minIdAt, timestampOfId, type Id, type IdPrefix } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';

/** A period of time, in epoch milliseconds: from `from` to before `to`. */
export interface Period {
	from: number;
	to: number;
}

/** A period whose rows are compared with the messages that they name. */
export interface ComparedPeriod extends Period {
	/** Retention may have removed messages from before this time (epoch milliseconds): they are not missed. */
	messagesSince: number;
}

/** Rows of one slice: few enough that its statements take some ten milliseconds. */
const SLICE_ROWS = 2000;

/**
 * Returns the end of the next slice of a period: it has about SLICE_ROWS messages, and as many events. One statement for
 * a busy hour would hold the only reader of SQLite for seconds.
 */
export async function endOfSlice(db: Db, { from, to }: Period): Promise<number> {
	const ends = await Promise.all([
		timeAfterRows(db, 'messages', [minIdAt('msg', from), minIdAt('msg', to)]),
		timeAfterRows(db, 'events', [minIdAt('evt', from), minIdAt('evt', to)]),
	]);
	return Math.min(to, ...ends.map((at) => (at === null ? to : Math.max(from, at) + 1)));
}

/** The time of the row that comes after SLICE_ROWS others, of ids from one to before the other; null: there is none. */
async function timeAfterRows(
	db: Db,
	table: 'messages' | 'events',
	[first, end]: readonly [Id<IdPrefix>, Id<IdPrefix>],
): Promise<number | null> {
	const { rows } = await sql<{ id: Id<IdPrefix> }>`select id from ${sql.table(table)}
		where id >= ${first} and id < ${end} order by id limit 1 offset ${SLICE_ROWS}`.execute(db);
	const [row] = rows;
	return row === undefined ? null : timestampOfId(row.id);
}
