import type pg from 'pg';
import { SERVER_TIME } from '../cluster/processes.ts';

/** A count in a window. */
export interface WindowCount {
	consumed: number;
	/** Milliseconds until the window ends. */
	resetIn: number;
}

/** Points to add to the count of a client. They begin a window where none is open. */
export interface WindowPoints {
	key: string;
	/** Negative: a refund. */
	points: number;
	/** Milliseconds of the window that begins. */
	duration: number;
	/** Milliseconds of the longest window of such a client. */
	longest: number;
}

/*
 * Windows are timed by the server, because the clocks of the gateways differ, and a clock that was wrong would leave a
 * window behind that does not end. A window that ends later than the longest one could was written while the server's
 * clock was ahead.
 */
const IS_OVER =
	'rate_limits.expire <= excluded.expire - $3 or rate_limits.expire > excluded.expire - $3 + $4';
const ADD = `insert into rate_limits (key, points, expire) values ($1, $2, ${SERVER_TIME} + $3)
	on conflict (key) do update set
		points = case when ${IS_OVER} then excluded.points else rate_limits.points + excluded.points end,
		expire = case when ${IS_OVER} then excluded.expire else rate_limits.expire end
	returning points as consumed, cast(expire - ${SERVER_TIME} as double precision) as "resetIn"`;
const READ = `select points as consumed from rate_limits
	where key = $1 and expire > ${SERVER_TIME} and expire <= ${SERVER_TIME} + $2`;

/** Adds points to a count that all gateways on a PostgreSQL database share; returns it. */
export async function addToWindow(
	pool: pg.Pool,
	{ key, points, duration, longest }: WindowPoints,
): Promise<WindowCount> {
	const { rows } = await pool.query<WindowCount>({
		name: 'add-to-window',
		text: ADD,
		values: [key, points, duration, longest],
	});
	const [count] = rows;
	if (count === undefined) throw new Error('The database returned no count.');
	return { consumed: count.consumed, resetIn: Math.max(0, count.resetIn) };
}

/** Returns the count of a client in its window; 0: no window is open. */
export async function readWindow(
	pool: pg.Pool,
	{ key, longest }: Pick<WindowPoints, 'key' | 'longest'>,
): Promise<number> {
	const { rows } = await pool.query<Pick<WindowCount, 'consumed'>>({
		name: 'read-window',
		text: READ,
		values: [key, longest],
	});
	return rows[0]?.consumed ?? 0;
}

/** Deletes the counts of windows that ended long ago. */
export async function deleteOldWindows(pool: pg.Pool): Promise<void> {
	await pool.query(`delete from rate_limits where expire < ${SERVER_TIME} - 3600000`);
}
