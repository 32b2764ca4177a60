import type { DeliveryRecord } from '../history/record.ts';
import { deliveriesBy } from '../history/traffic.ts';
import type { Rule, Violation } from './violation.ts';

const rule = 'delivery';

/**
 * An event keeps its id, its bytes and its right signature however often it comes; every webhook that got any
 * attempt of it has acknowledged it in the end. `webhooksFor` says which webhooks get a kind of event.
 */
export function delivery(webhooksFor: (event: string) => readonly string[]): Rule {
	return (history) => {
		const violations: Violation[] = [];
		for (const [eventId, deliveries] of deliveriesBy(history, (one) => one.eventId)) {
			const add = (what: string): void => {
				violations.push({ rule, what: `${eventId} ${what}`, records: deliveries });
			};
			if (distinct(deliveries, ({ digest }) => digest) > 1) add('came with different bytes');
			if (distinct(deliveries, ({ messageId, event }) => `${event} ${messageId}`) > 1) {
				add('stands for different things');
			}
			if (!deliveries.every(({ signed }) => signed)) add('came with a wrong signature');
			for (const webhook of webhooksFor(deliveries[0]?.event ?? '')) {
				const acknowledged = deliveries.some((one) => one.webhook === webhook && one.answer === 200);
				if (!acknowledged) add(`was never acknowledged at ${webhook}`);
			}
		}
		return violations;
	};
}

function distinct(deliveries: readonly DeliveryRecord[], value: (one: DeliveryRecord) => string): number {
	return new Set(deliveries.map(value)).size;
}
