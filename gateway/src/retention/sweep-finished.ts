import type { DeliveryId, EventId } from '../domain/ids.ts';
import { utcDay } from '../domain/clock.ts';
import { IDEMPOTENCY_TTL } from '../outbound/queueing/idempotency.ts';
import {
	cancelDeliveries,
	deleteResponses,
	deleteHourlyStatsBefore,
	deleteDeliveries,
	deleteEvents,
	findOldResponses,
	findOldDeliveries,
	findOldEvents,
	findOldPausedDeliveries,
	hasHourlyStatsBefore,
} from '../store/retention/finished-rows.ts';
import { minIdAt } from '../domain/ids.ts';
import { BATCH_SIZE, removeInBatches } from './remove-in-batches.ts';
import type { Sweep } from './retention.ts';

/** Days for which an instance's daily counts are kept: a year to compare with, plus a month. */
const DAYS_KEPT = 400;

/** Removes events that were created before a time (epoch milliseconds) and have no pending deliveries. */
export function sweepEvents(sweep: Sweep, before: number): Promise<void> {
	const { commit, read } = sweep.store;
	return removeInBatches<EventId>(
		sweep,
		'events',
		(after) => findOldEvents(read, { after, before: minIdAt('evt', before), limit: BATCH_SIZE }),
		(ids) => commit(({ db }) => deleteEvents(db, ids)),
	);
}

/** Removes deliveries that finished before a time (epoch milliseconds). */
export function sweepDeliveries(sweep: Sweep, before: number): Promise<void> {
	const { commit, read } = sweep.store;
	const range = { before: minIdAt('dlv', before), finishedBefore: before, limit: BATCH_SIZE };
	return removeInBatches<DeliveryId>(
		sweep,
		'deliveries',
		(after) => findOldDeliveries(read, { after, ...range }),
		(ids) => commit(({ db }) => deleteDeliveries(db, ids)),
	);
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
	const day = utcDay(sweep.now - DAYS_KEPT * 86_400_000);
	if (!(await hasHourlyStatsBefore(sweep.store.read, day)) || !(await sweep.shouldContinue())) return;
	sweep.countRemoved(
		'instance_hourly_stats',
		await sweep.store.commit(({ db }) => deleteHourlyStatsBefore(db, day)),
	);
}
