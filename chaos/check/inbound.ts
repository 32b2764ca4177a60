import { expectedOutcome } from '../history/expectation.ts';
import { acceptedMessages, deliveriesBy, recordsOf } from '../history/traffic.ts';
import type { Rule, Violation } from './violation.ts';

const rule = 'inbound';

/**
 * A message from a phone that was acknowledged with 201 has exactly one event with the same id; one without a response
 * has at most one event; an echo has exactly one. There are no other received messages, and each is stored.
 */
export const inbound: Rule = (history) => {
	const violations: Violation[] = [];
	const received = deliveriesBy(history, ({ event, content }) => {
		return event === 'message.received' ? (content ?? '') : '';
	});
	received.delete('');
	const responses = new Map(
		recordsOf(history, 'inbound response').map((response) => [response.content, response]),
	);
	for (const message of recordsOf(history, 'inbound')) {
		const response = responses.get(message.content);
		const deliveries = received.get(message.content) ?? [];
		received.delete(message.content);
		const events = new Set(deliveries.map(({ eventId }) => eventId)).size;
		const records = [message, ...(response === undefined ? [] : [response]), ...deliveries];
		const add = (what: string): void => {
			violations.push({ rule, what: `"${message.content}" ${what}`, records });
		};
		if (events > 1) add(`has ${events} events`);
		if (response?.status !== 201) continue;
		if (events === 0) add('was acknowledged but has no event');
		if (deliveries.some(({ messageId }) => messageId !== response.messageId))
			add('has an event with another id');
	}
	for (const { messageId, send } of acceptedMessages(history).values()) {
		if (!expectedOutcome(send.to).echoed) continue;
		const deliveries = received.get(send.content) ?? [];
		received.delete(send.content);
		const events = new Set(deliveries.map(({ eventId }) => eventId)).size;
		if (events === 1) continue;
		const what = `the echo of ${messageId} has ${events} events`;
		violations.push({ rule, what, records: [send, ...deliveries] });
	}
	for (const [content, deliveries] of received) {
		violations.push({
			rule,
			what: `"${content}" was received but not sent by any phone`,
			records: deliveries,
		});
	}
	return [...violations, ...matchesStoredMessages(history)];
};

/** Every event of a received message belongs to exactly one stored message, and vice versa. */
const matchesStoredMessages: Rule = (history) => {
	const events = deliveriesBy(history, ({ event, messageId }) =>
		event === 'message.received' ? messageId : '',
	);
	events.delete('');
	const stored = recordsOf(history, 'stored').filter(({ direction }) => direction === 'inbound');
	const violations = stored.flatMap((record): Violation[] => {
		const deliveries = events.get(record.messageId);
		events.delete(record.messageId);
		if (deliveries?.every(({ content }) => content === record.content) === true) return [];
		const what = `${record.messageId} is stored but has ${deliveries === undefined ? 'no event' : 'an event with another text'}`;
		return [{ rule, what, records: [record, ...(deliveries ?? [])] }];
	});
	for (const [messageId, deliveries] of events) {
		violations.push({
			rule,
			what: `${messageId} has an event but is not stored exactly once`,
			records: deliveries,
		});
	}
	return violations;
};
