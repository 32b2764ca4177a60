import type { InstanceId } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';
import { addHourlyCounts, readHourlyCounts, type CountEntry, type SpanCounts } from './hourly-stats.ts';
import { addRecentCounts, readRecentCounts } from './recent-counts.ts';

const HOUR = 3600;

/** Adds messages to all counts of their instances. */
export async function addMessageCounts(db: Db, entries: readonly CountEntry[]): Promise<void> {
	await addHourlyCounts(db, entries);
	await addRecentCounts(db, entries);
}

/**
 * Reads the counts of an instance since a time (epoch milliseconds), in spans that divide an interval (seconds). Counts of
 * spans shorter than an hour are kept for two hours.
 */
export function readMessageCounts(
	db: Db,
	instanceId: InstanceId,
	{ since, interval }: { since: number; interval: number },
): Promise<SpanCounts[]> {
	return interval < HOUR ? readRecentCounts(db, instanceId, since) : readHourlyCounts(db, instanceId, since);
}
