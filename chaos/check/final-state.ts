import { expectedOutcome } from '../history/expectation.ts';
import type { DeliveryRecord, StoredRecord } from '../history/record.ts';
import { acceptedMessages, deliveriesBy, recordsOf } from '../history/traffic.ts';
import type { Rule, Violation } from './violation.ts';

const rule = 'final state';

/**
 * Every accepted message has the final status that its recipient's behavior determines and exactly the events on the way
 * there, once each. Its text is unchanged.
 */
export const finalState: Rule = (history) => {
	const violations: Violation[] = [];
	const stored = new Map(recordsOf(history, 'stored').map((record) => [record.messageId, record]));
	const byMessage = deliveriesBy(history, ({ messageId }) => messageId);
	for (const { messageId, send } of acceptedMessages(history).values()) {
		const expected = expectedOutcome(send.to);
		const deliveries = byMessage.get(messageId) ?? [];
		const state = stored.get(messageId);
		const add = (what: string, more: readonly (DeliveryRecord | StoredRecord)[]): void => {
			violations.push({ rule, what: `${messageId} ${what}`, records: [send, ...more] });
		};
		if (state === undefined) add('was accepted but is not stored', []);
		else if (state.status !== expected.finalStatus) {
			add(`ended as ${state.status}, not ${expected.finalStatus}`, [state]);
		}
		for (const event of expected.events) {
			const ids = new Set(deliveries.filter((one) => one.event === event).map(({ eventId }) => eventId));
			if (ids.size === 0) add(`has no ${event}`, deliveries);
			if (ids.size > 1) add(`has ${ids.size} events ${event}`, deliveries);
		}
		const text = send.content;
		if (state !== undefined && state.content !== text) add(`is stored as "${state.content}"`, [state]);
		const changed = deliveries.filter(({ content }) => content !== null && content !== text);
		if (changed.length > 0) add(`has events with another text`, changed);
		const others = deliveries.filter(({ event }) => !expected.events.includes(event));
		if (others.length > 0) add(`has unexpected events`, others);
	}
	return violations;
};
