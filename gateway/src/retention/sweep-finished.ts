import { utcDay } from '../domain/clock.ts';
import { minIdAt, type DeliveryId, type EventId } from '../domain/ids.ts';
import { IDEMPOTENCY_TTL } from '../outbound/idempotency.ts';
import {
	deleteResponses,
	deleteHourlyStatsBefore,
	deleteDeliveries,
	deleteEvents,
	findOldResponses,
	findOldDeliveries,
	findOldEvents,
	hasHourlyStatsBefore,
} from '../store/retention/finished-rows.ts';
import { BATCH_SIZE, removeInBatches } from './batches.ts';
import type { Sweep } from './retention.ts';

/** Days that an instance's daily counts are kept: a year to compare with. */
const DAYS_KEPT = 400;

/** Removes events from before a moment that have nothing still to be delivered. */
export function sweepEvents(sweep: Sweep, before: number): Promise<void> {
	const { commit, read } = sweep.store;
	return removeInBatches<EventId>(
		sweep,
		'events',
		(after) => findOldEvents(read, { after, before: minIdAt('evt', before), limit: BATCH_SIZE }),
		(ids) => commit(({ db }) => deleteEvents(db, ids)),
	);
}

/** Removes deliveries that were finished before a moment. */
export function sweepDeliveries(sweep: Sweep, before: number): Promise<void> {
	const { commit, read } = sweep.store;
	const end = { before: minIdAt('dlv', before), finishedBefore: before, limit: BATCH_SIZE };
	return removeInBatches<DeliveryId>(
		sweep,
		'deliveries',
		(after) => findOldDeliveries(read, { after, ...end }),
		(ids) => commit(({ db }) => deleteDeliveries(db, ids)),
	);
}

/** Removes answers that nobody can ask for again. */
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

/** Removes the counts of more than a year ago. */
export async function sweepHours(sweep: Sweep): Promise<void> {
	const day = utcDay(sweep.now - DAYS_KEPT * 86_400_000);
	if (!(await hasHourlyStatsBefore(sweep.store.read, day)) || !(await sweep.shouldContinue())) return;
	sweep.removed(
		'instance_hourly_stats',
		await sweep.store.commit(({ db }) => deleteHourlyStatsBefore(db, day)),
	);
}
