import { DAY, HOUR } from '../domain/duration.ts';
import { deleteAlerts, findOldAlerts } from '../store/alerts/alerts.ts';
import { deleteRecentCountsBefore, hasRecentCountsBefore } from '../store/instances/recent-counts.ts';
import { deleteStatusChanges, findOldStatusChanges } from '../store/instances/status-changes.ts';
import { BATCH_SIZE, removeInBatches } from './remove-in-batches.ts';
import type { Sweep } from './retention.ts';

/** Milliseconds for which alerts are kept after their end. */
const ALERTS_KEPT = 90 * DAY;
/** Milliseconds for which status changes of instances are kept: the period that the page shows, and a day. */
const STATUS_CHANGES_KEPT = 31 * DAY;

/**
 * Milliseconds for which the counts of messages in spans of five minutes are kept: the period of a chart, and an hour.
 */
const RECENT_COUNTS_KEPT = 2 * HOUR;

/** Removes alerts that ended long ago, with their mails. */
export function sweepAlerts(sweep: Sweep): Promise<void> {
	const { commit, read } = sweep.store;
	const before = sweep.now - ALERTS_KEPT;
	return removeInBatches(
		sweep,
		'alerts',
		() => findOldAlerts(read, before, BATCH_SIZE),
		(ids) => commit(({ db }) => deleteAlerts(db, ids)),
	);
}

/** Removes old changes of the status of instances; the last one of each stays. */
export function sweepStatusChanges(sweep: Sweep): Promise<void> {
	const { commit, read } = sweep.store;
	const before = sweep.now - STATUS_CHANGES_KEPT;
	return removeInBatches(
		sweep,
		'instance_status_changes',
		() => findOldStatusChanges(read, before, BATCH_SIZE),
		(numbers) => commit(({ db }) => deleteStatusChanges(db, numbers)),
	);
}

/** Removes counts of messages in spans of five minutes that no chart shows any more. */
export async function sweepRecentCounts(sweep: Sweep): Promise<void> {
	const { commit, read } = sweep.store;
	const before = sweep.now - RECENT_COUNTS_KEPT;
	if (!(await hasRecentCountsBefore(read, before)) || !(await sweep.shouldContinue())) return;
	sweep.countRemoved(
		'instance_recent_counts',
		await commit(({ db }) => deleteRecentCountsBefore(db, before)),
	);
}
