import { minIdAt, timestampOfId, type Id, type IdPrefix } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';

/** A period of time, in epoch milliseconds: from `from` to before `to`. */
export interface Period {
	from: number;
	to: number;
}

/** Rows of one slice: few enough that its statements take some ten milliseconds. */
const SLICE_ROWS = 2000;

/**
 * Returns the end of the next slice of a period: it has about SLICE_ROWS messages, and as many events. One statement for
 * a busy hour would hold the only reader of SQLite for seconds.
 */
export async function endOfSlice(db: Db, { from, to }: Period): Promise<number> {
	const [message, event] = await Promise.all([
		db
			.selectFrom('messages')
			.select('id')
			.where('id', '>=', minIdAt('msg', from))
			.where('id', '<', minIdAt('msg', to))
			.orderBy('id')
			.offset(SLICE_ROWS)
			.limit(1)
			.executeTakeFirst(),
		db
			.selectFrom('events')
			.select('id')
			.where('id', '>=', minIdAt('evt', from))
			.where('id', '<', minIdAt('evt', to))
			.orderBy('id')
			.offset(SLICE_ROWS)
			.limit(1)
			.executeTakeFirst(),
	]);
	const endAfter = (row: { id: Id<IdPrefix> } | undefined): number =>
		row === undefined ? to : Math.max(from, timestampOfId(row.id)) + 1;
	return Math.min(to, endAfter(message), endAfter(event));
}
