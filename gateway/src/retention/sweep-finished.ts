import { utcDay } from '../domain/clock.ts';
import type { DeliveryId, EventId } from '../domain/ids.ts';
import { REMEMBERED } from '../outbound/earlier-answers.ts';
import {
	deleteAnswers,
	deleteHoursBefore,
	deleteDeliveries,
	deleteEvents,
	findOldAnswers,
	findOldDeliveries,
	findOldEvents,
	hasHoursBefore,
} from '../store/expired-rows.ts';
import { idBound } from '../system.ts';
import { GROUP, removeInGroups } from './groups.ts';
import type { Sweep } from './retention.ts';

/** Days that an instance's daily counts are kept: a year to compare with. */
const DAYS_KEPT = 400;

/** Removes events from before a moment that have nothing still to be delivered. */
export function sweepEvents(sweep: Sweep, before: number): Promise<void> {
	const { commit, read } = sweep.store;
	return removeInGroups<EventId>(
		sweep,
		'events',
		(after) => findOldEvents(read, { after, before: idBound('evt', before), limit: GROUP }),
		(ids) => commit(({ db }) => deleteEvents(db, ids)),
	);
}

/** Removes deliveries that were finished before a moment. */
export function sweepDeliveries(sweep: Sweep, before: number): Promise<void> {
	const { commit, read } = sweep.store;
	const end = { before: idBound('dlv', before), finishedBefore: before, limit: GROUP };
	return removeInGroups<DeliveryId>(
		sweep,
		'deliveries',
		(after) => findOldDeliveries(read, { after, ...end }),
		(ids) => commit(({ db }) => deleteDeliveries(db, ids)),
	);
}

/** Removes answers that nobody can ask for again. */
export function sweepAnswers(sweep: Sweep): Promise<void> {
	const { commit, read } = sweep.store;
	const before = sweep.now - REMEMBERED;
	return removeInGroups(
		sweep,
		'idempotency_keys',
		() => findOldAnswers(read, before, GROUP),
		(keys) => commit(({ db }) => deleteAnswers(db, keys, before)),
	);
}

/** Removes the counts of more than a year ago. */
export async function sweepHours(sweep: Sweep): Promise<void> {
	const day = utcDay(sweep.now - DAYS_KEPT * 86_400_000);
	if (!(await hasHoursBefore(sweep.store.read, day)) || !(await sweep.goOn())) return;
	sweep.removed('instance_hours', await sweep.store.commit(({ db }) => deleteHoursBefore(db, day)));
}
