import { DAY, HOUR } from '../domain/duration.ts';
import type { DeliveryId, EventId } from '../domain/ids.ts';
import { utcDay } from '../domain/clock.ts';
import { IDEMPOTENCY_TTL } from '../store/idempotency/idempotent-request.ts';
import {
	deleteAttemptCounts,
	deleteHourlyStatsBefore,
	hasAttemptCounts,
	hasHourlyStatsBefore,
} from '../store/retention/statistics.ts';
import { deleteCountsBefore, hasCountsBefore } from '../store/ledger/counted-hours.ts';
import { COUNTED_SPANS } from '../store/webhooks/attempt-counts.ts';
import { minIdAt } from '../domain/ids.ts';
import { BATCH_SIZE, removeInBatches } from './remove-in-batches.ts';
import { removeScanned, type ScanPosition } from './remove-scanned.ts';
import type { Sweep } from './retention.ts';
import { deleteEvents, findOldEvents } from '../store/retention/events.ts';
import {
	cancelDeliveries,
	deleteDeliveries,
	findOldDeliveries,
	findOldPausedDeliveries,
} from '../store/retention/deliveries.ts';
import { deleteResponses, findOldResponses } from '../store/retention/responses.ts';

/** Days for which an instance's daily counts are kept: a year to compare with, plus a month. */
const DAYS_KEPT = 400;
/** Milliseconds for which the charts of webhooks need the counts of short and of long spans, and an hour more. */
const COUNTS_KEPT = { short: 2 * HOUR, long: 30 * DAY + HOUR };

/** The positions of the scans of events and of deliveries. */
export interface FinishedPositions {
	events: ScanPosition<EventId>;
	deliveries: ScanPosition<DeliveryId>;
}

/** Removes events that were created before a time (epoch milliseconds) and have no pending deliveries. */
export function sweepEvents(sweep: Sweep, position: ScanPosition<EventId>, before: number): Promise<void> {
	const { commit, read } = sweep.store;
	return removeScanned(sweep, 'events', {
		position,
		find: (after) => findOldEvents(read, { after, before: minIdAt('evt', before), limit: BATCH_SIZE }),
		remove: (ids) => commit(({ db }) => deleteEvents(db, ids)),
	});
}

/** Removes deliveries that finished before a time (epoch milliseconds). */
export function sweepDeliveries(
	sweep: Sweep,
	position: ScanPosition<DeliveryId>,
	before: number,
): Promise<void> {
	const { commit, read } = sweep.store;
	const range = { before: minIdAt('dlv', before), finishedBefore: before, limit: BATCH_SIZE };
	return removeScanned(sweep, 'deliveries', {
		position,
		find: (after) => findOldDeliveries(read, { after, ...range }),
		remove: (ids) => commit(({ db }) => deleteDeliveries(db, ids)),
	});
}

/** Cancels deliveries of paused webhooks that were created before a time (epoch milliseconds). */
export function cancelPausedDeliveries(sweep: Sweep, before: number): Promise<void> {
	const { commit, read } = sweep.store;
	return removeInBatches<DeliveryId>(
		sweep,
		'paused_deliveries',
		() => findOldPausedDeliveries(read, { before: minIdAt('dlv', before), limit: BATCH_SIZE }),
		(ids) => commit(({ db }) => cancelDeliveries(db, ids, sweep.now)),
	);
}

/** Removes stored responses whose idempotency keys have expired. */
export function sweepResponses(sweep: Sweep): Promise<void> {
	const { commit, read } = sweep.store;
	const before = sweep.now - IDEMPOTENCY_TTL;
	return removeInBatches(
		sweep,
		'idempotency_keys',
		() => findOldResponses(read, before, BATCH_SIZE),
		(keys) => commit(({ db }) => deleteResponses(db, keys, before)),
	);
}

/** Removes hourly counts that are older than DAYS_KEPT. */
export async function sweepHours(sweep: Sweep): Promise<void> {
	const day = utcDay(sweep.now - DAYS_KEPT * DAY);
	if (!(await hasHourlyStatsBefore(sweep.store.read, day)) || !(await sweep.shouldContinue())) return;
	sweep.countRemoved(
		'instance_hourly_stats',
		await sweep.store.commit(({ db }) => deleteHourlyStatsBefore(db, day)),
	);
}

/** Removes the ledger's counts and acknowledgements that are older than DAYS_KEPT. */
export async function sweepLedger(sweep: Sweep): Promise<void> {
	const before = sweep.now - DAYS_KEPT * DAY;
	if (!(await hasCountsBefore(sweep.store.read, before)) || !(await sweep.shouldContinue())) return;
	sweep.countRemoved('ledger_hours', await sweep.store.commit(({ db }) => deleteCountsBefore(db, before)));
}

/** Removes counts of webhooks' attempts that no chart shows any more. */
export async function sweepAttemptCounts(sweep: Sweep): Promise<void> {
	for (const span of ['short', 'long'] as const) {
		const seconds = COUNTED_SPANS[span];
		const before = sweep.now - COUNTS_KEPT[span];
		if (!(await hasAttemptCounts(sweep.store.read, seconds, before)) || !(await sweep.shouldContinue()))
			continue;
		const removed = await sweep.store.commit(({ db }) => deleteAttemptCounts(db, seconds, before));
		sweep.countRemoved('webhook_attempt_counts', removed);
	}
}
