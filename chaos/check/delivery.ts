import type { DeliveryRecord } from '../history/record.ts';
import { deliveriesBy } from '../history/traffic.ts';
import type { Rule, Violation } from './violation.ts';

const rule = 'delivery';

/**
 * All attempts of an event have the same id, the same bytes and valid signatures. Every webhook that receives the event
 * kind acknowledges the event in the end. `webhooksFor` returns the paths of these webhooks.
 */
export function delivery(webhooksFor: (event: string) => readonly string[]): Rule {
	return (history) => {
		const violations: Violation[] = [];
		for (const [eventId, deliveries] of deliveriesBy(history, (one) => one.eventId)) {
			const add = (what: string): void => {
				violations.push({ rule, what: `${eventId} ${what}`, records: deliveries });
			};
			if (distinct(deliveries, ({ digest }) => digest) > 1) add('was delivered with different bytes');
			if (distinct(deliveries, ({ messageId, event }) => `${event} ${messageId}`) > 1) {
				add('was delivered with different kinds or messages');
			}
			if (!deliveries.every(({ signed }) => signed)) add('was delivered with a wrong signature');
			for (const webhook of webhooksFor(deliveries[0]?.event ?? '')) {
				const acknowledged = deliveries.some((one) => one.webhook === webhook && one.responseStatus === 200);
				if (!acknowledged) add(`was never acknowledged at ${webhook}`);
			}
		}
		return violations;
	};
}

function distinct(deliveries: readonly DeliveryRecord[], value: (one: DeliveryRecord) => string): number {
	return new Set(deliveries.map(value)).size;
}
