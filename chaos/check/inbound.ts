import { expectedOutcome } from '../history/expectation.ts';
import { acceptedMessages, deliveriesBy, recordsOf } from '../history/traffic.ts';
import type { Rule, Violation } from './violation.ts';

const rule = 'arrivals';

/**
 * What arrived and was acknowledged with 201 has exactly one event, with the id that was answered; what got no
 * answer has one or none; what a phone echoed has exactly one; nothing else ever arrives; and what has an event is
 * stored.
 */
export const arrivals: Rule = (history) => {
	const violations: Violation[] = [];
	const received = deliveriesBy(history, ({ event, content }) => {
		return event === 'message.received' ? (content ?? '') : '';
	});
	received.delete('');
	const answers = new Map(recordsOf(history, 'arrival answer').map((answer) => [answer.content, answer]));
	for (const arrival of recordsOf(history, 'arrival')) {
		const answer = answers.get(arrival.content);
		const deliveries = received.get(arrival.content) ?? [];
		received.delete(arrival.content);
		const events = new Set(deliveries.map(({ eventId }) => eventId)).size;
		const records = [arrival, ...(answer === undefined ? [] : [answer]), ...deliveries];
		const add = (what: string): void => {
			violations.push({ rule, what: `"${arrival.content}" ${what}`, records });
		};
		if (events > 1) add(`has ${events} events`);
		if (answer?.status !== 201) continue;
		if (events === 0) add('was acknowledged and has no event');
		if (deliveries.some(({ messageId }) => messageId !== answer.messageId)) add('came under another id');
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
		violations.push({ rule, what: `"${content}" was received and nobody wrote it`, records: deliveries });
	}
	return [...violations, ...unlikeTheHistory(history)];
};

/** Every event of a message that arrived belongs to one that is stored, and the other way round. */
const unlikeTheHistory: Rule = (history) => {
	const events = deliveriesBy(history, ({ event, messageId }) =>
		event === 'message.received' ? messageId : '',
	);
	events.delete('');
	const stored = recordsOf(history, 'stored').filter(({ direction }) => direction === 'inbound');
	const violations = stored.flatMap((record): Violation[] => {
		const deliveries = events.get(record.messageId);
		events.delete(record.messageId);
		if (deliveries?.every(({ content }) => content === record.content) === true) return [];
		const what = `${record.messageId} is stored and has ${deliveries === undefined ? 'no event' : 'an event that tells something else'}`;
		return [{ rule, what, records: [record, ...(deliveries ?? [])] }];
	});
	for (const [messageId, deliveries] of events) {
		violations.push({ rule, what: `${messageId} has an event and is not stored once`, records: deliveries });
	}
	return violations;
};
