import type { JoinedDeliveryRecord } from '../history/record.ts';
import { recordsOf } from '../history/traffic.ts';
import type { Rule, Violation } from './violation.ts';

const rule = 'bursts';

/**
 * At the collecting webhook each received message is in exactly one event, which is acknowledged. The messages of an
 * event are of one chat and in their order, and all attempts have the same bytes and valid signatures.
 */
export const bursts: Rule = (history) => {
	const violations: Violation[] = [];
	const events = Map.groupBy(recordsOf(history, 'joined delivery'), ({ eventId }) => eventId);
	const eventsOf = new Map<string, Set<string>>();
	for (const [eventId, deliveries] of events) {
		const add = (what: string): void => {
			violations.push({ rule, what: `${eventId} ${what}`, records: deliveries });
		};
		const [first] = deliveries;
		if (first === undefined) continue;
		if (new Set(deliveries.map(({ digest }) => digest)).size > 1) add('was delivered with different bytes');
		if (!deliveries.every(({ signed }) => signed)) add('was delivered with a wrong signature');
		if (!deliveries.some(({ responseStatus }) => responseStatus === 200)) add('was never acknowledged');
		if (first.chats.length !== 1) add(`has messages of ${first.chats.length} chats`);
		if (!isSorted(first)) add('has its messages in another order');
		for (const messageId of first.messageIds) {
			eventsOf.set(messageId, (eventsOf.get(messageId) ?? new Set()).add(eventId));
		}
	}
	for (const stored of recordsOf(history, 'stored').filter(({ direction }) => direction === 'inbound')) {
		const count = eventsOf.get(stored.messageId)?.size ?? 0;
		eventsOf.delete(stored.messageId);
		if (count === 1) continue;
		violations.push({ rule, what: `${stored.messageId} is in ${count} bursts`, records: [stored] });
	}
	for (const [messageId, ids] of eventsOf) {
		const records = [...ids].flatMap((eventId) => events.get(eventId) ?? []);
		violations.push({ rule, what: `${messageId} is in a burst and not stored`, records });
	}
	return violations;
};

/** Ids of messages sort by the time at which they were received. */
function isSorted({ messageIds }: JoinedDeliveryRecord): boolean {
	return messageIds.every((id, index) => index === 0 || (messageIds[index - 1] ?? '') < id);
}
