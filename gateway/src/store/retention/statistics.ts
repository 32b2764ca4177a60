import type { Db } from '../schema.ts';

/** Whether there are hourly counts from before a UTC day. */
export async function hasHourlyStatsBefore(db: Db, day: string): Promise<boolean> {
	const row = await db
		.selectFrom('instance_hourly_stats')
		.select('hour')
		.where('hour', '<', day)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** Deletes hourly counts from before a UTC day; returns how many rows. */
export async function deleteHourlyStatsBefore(db: Db, day: string): Promise<number> {
	const result = await db.deleteFrom('instance_hourly_stats').where('hour', '<', day).executeTakeFirst();
	return Number(result.numDeletedRows);
}

/** Deletes counts of attempts in spans of a length (seconds) that started before a time; returns how many rows. */
export async function deleteAttemptCounts(db: Db, seconds: number, before: number): Promise<number> {
	const result = await db
		.deleteFrom('webhook_attempt_counts')
		.where('seconds', '=', seconds)
		.where('starts_at', '<', before)
		.executeTakeFirst();
	return Number(result.numDeletedRows);
}

/** Whether there are counts of attempts in spans of a length (seconds) that started before a time. */
export async function hasAttemptCounts(db: Db, seconds: number, before: number): Promise<boolean> {
	const row = await db
		.selectFrom('webhook_attempt_counts')
		.select('starts_at')
		.where('seconds', '=', seconds)
		.where('starts_at', '<', before)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}
