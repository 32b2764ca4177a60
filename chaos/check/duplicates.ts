import type { ExitRecord, DeliveryRecord, FaultRecord, History } from '../history/record.ts';
import { deliveriesBy, recordsOf } from '../history/traffic.ts';
import type { Rule, Violation } from './violation.ts';

const rule = 'duplicates';
/** Milliseconds before a fault in which an acknowledged delivery may not have been recorded yet. */
const UNRECORDED = 1000;
/** Milliseconds after a fault in which what was sent before it may still be read. */
const LATE = 1000;

/** A time at which what was in flight may have been lost. */
interface Interruption {
	at: number;
	until: number;
	record: FaultRecord | ExitRecord;
}

/** An acknowledged delivery that came again. */
interface Duplicate {
	first: DeliveryRecord;
	second: DeliveryRecord;
}

/**
 * What was acknowledged comes again only where a fault caught it in flight: after it was answered and before that
 * was recorded. No fault doubles more than a gateway has in flight at most.
 */
export function duplicates(inFlightLimit: number): Rule {
	return (history) => {
		const violations: Violation[] = [];
		const faults = interruptions(history);
		const byFault = new Map<Interruption, Duplicate[]>();
		for (const duplicate of findDuplicates(history)) {
			const { first, second } = duplicate;
			const fault = faults.find(
				({ at, until }) => first.at >= at - UNRECORDED && first.at <= until + LATE && second.at > at,
			);
			if (fault === undefined) {
				const what = `${first.eventId} came again though it was acknowledged and nothing failed`;
				violations.push({ rule, what, records: [first, second] });
			} else byFault.set(fault, [...(byFault.get(fault) ?? []), duplicate]);
		}
		for (const [fault, doubled] of byFault) {
			if (doubled.length <= inFlightLimit) continue;
			const what = `${doubled.length} deliveries were doubled by one fault`;
			violations.push({ rule, what, records: [fault.record, ...doubled.map(({ second }) => second)] });
		}
		return violations;
	};
}

/** Every fault, and every gateway that ended of itself: another rule says what to think of that. */
function interruptions(history: History): Interruption[] {
	return [
		...recordsOf(history, 'fault').map((record) => ({ at: record.at, until: record.until, record })),
		...recordsOf(history, 'death').map((record) => ({ at: record.at, until: record.at, record })),
	];
}

/** Each request that came to a webhook after one of the same event was acknowledged there. */
export function findDuplicates(history: History): Duplicate[] {
	const found: Duplicate[] = [];
	for (const deliveries of deliveriesBy(history, (one) => `${one.webhook} ${one.eventId}`).values()) {
		let acknowledged: DeliveryRecord | null = null;
		for (const delivery of deliveries) {
			if (acknowledged !== null) found.push({ first: acknowledged, second: delivery });
			if (delivery.answer === 200) acknowledged = delivery;
		}
	}
	return found;
}
