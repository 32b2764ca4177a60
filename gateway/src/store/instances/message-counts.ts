import type { InstanceId } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';
import { addHourlyCounts, hourlyCounts, type CountEntry, type SpanCounts } from './hourly-stats.ts';
import { addRecentCounts, recentCounts } from './recent-counts.ts';

const HOUR = 3600;

/** Adds messages to all counts of their instances. */
export async function countMessages(db: Db, entries: readonly CountEntry[]): Promise<void> {
	await addHourlyCounts(db, entries);
	await addRecentCounts(db, entries);
}

/**
 * The counts of an instance since a time (epoch milliseconds), in spans that divide intervals of a length (seconds). Those
 * shorter than an hour are kept for two hours.
 */
export function messageCounts(
	db: Db,
	instanceId: InstanceId,
	{ since, interval }: { since: number; interval: number },
): Promise<SpanCounts[]> {
	return interval < HOUR ? recentCounts(db, instanceId, since) : hourlyCounts(db, instanceId, since);
}
