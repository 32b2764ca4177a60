import type { ExitRecord, DeliveryRecord, FaultRecord, History } from '../history/record.ts';
import { deliveriesBy, recordsOf } from '../history/traffic.ts';
import type { Rule, Violation } from './violation.ts';

const rule = 'duplicates';
/** Milliseconds before a fault during which a gateway may not have recorded an acknowledgement yet. */
const RECORD_TIME = 1000;
/** Milliseconds after a fault during which the receiver may still read requests that were sent before it. */
const READ_TIME = 1000;

/** A period in which the outcome of deliveries in flight may have been lost. */
interface Interruption {
	at: number;
	until: number;
	record: FaultRecord | ExitRecord;
}

/** An acknowledged delivery and its repetition. */
interface Duplicate {
	first: DeliveryRecord;
	second: DeliveryRecord;
}

/**
 * An acknowledged delivery is repeated only when a fault happened before the gateway recorded the acknowledgement. One
 * fault repeats at most `inFlightLimit` deliveries.
 */
export function duplicates(inFlightLimit: number): Rule {
	return (history) => {
		const violations: Violation[] = [];
		const faults = interruptions(history);
		const byFault = new Map<Interruption, Duplicate[]>();
		for (const duplicate of findDuplicates(history)) {
			const { first, second } = duplicate;
			const fault = faults.find(
				({ at, until }) => first.at >= at - RECORD_TIME && first.at <= until + READ_TIME && second.at > at,
			);
			if (fault === undefined) {
				const what = `${first.eventId} was repeated after an acknowledgement, and there was no fault`;
				violations.push({ rule, what, records: [first, second] });
			} else byFault.set(fault, [...(byFault.get(fault) ?? []), duplicate]);
		}
		for (const [fault, repeated] of byFault) {
			if (repeated.length <= inFlightLimit) continue;
			const what = `${repeated.length} deliveries were repeated after one fault`;
			violations.push({ rule, what, records: [fault.record, ...repeated.map(({ second }) => second)] });
		}
		return violations;
	};
}

/** Returns every fault and every unexpected exit; the rule `survival` reports the exits themselves. */
function interruptions(history: History): Interruption[] {
	return [
		...recordsOf(history, 'fault').map((record) => ({ at: record.at, until: record.until, record })),
		...recordsOf(history, 'exit').map((record) => ({ at: record.at, until: record.at, record })),
	];
}

/** Returns each request to a webhook that follows an acknowledged request with the same event. */
export function findDuplicates(history: History): Duplicate[] {
	const found: Duplicate[] = [];
	for (const deliveries of deliveriesBy(history, (one) => `${one.webhook} ${one.eventId}`).values()) {
		let acknowledged: DeliveryRecord | null = null;
		for (const delivery of deliveries) {
			if (acknowledged !== null) found.push({ first: acknowledged, second: delivery });
			if (delivery.responseStatus === 200) acknowledged = delivery;
		}
	}
	return found;
}
