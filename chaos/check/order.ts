import type { DeliveryRecord } from '../history/record.ts';
import { acceptedMessages, chatOf, recordsOf } from '../history/traffic.ts';
import type { Rule, Violation } from './violation.ts';

const rule = 'order';

interface Outcome {
	number: number;
	delivery: DeliveryRecord;
}

/**
 * Within a chat, messages are sent in the order of their acceptance: the ids of their first outcome events (message.sent,
 * or message.failed without one), which sort by time, have the same order.
 */
export const order: Rule = (history) => {
	const violations: Violation[] = [];
	const accepted = acceptedMessages(history);
	const firstOutcomes = new Map<string, DeliveryRecord>();
	for (const delivery of recordsOf(history, 'delivery')) {
		const known = firstOutcomes.get(delivery.messageId);
		if (delivery.event === 'message.sent') firstOutcomes.set(delivery.messageId, delivery);
		if (delivery.event === 'message.failed' && known === undefined) {
			firstOutcomes.set(delivery.messageId, delivery);
		}
	}
	const chats = new Map<string, Outcome[]>();
	for (const [messageId, delivery] of firstOutcomes) {
		const send = accepted.get(messageId)?.send;
		if (send === undefined) continue;
		const outcomes = chats.get(chatOf(send)) ?? [];
		outcomes.push({ number: send.number, delivery });
		chats.set(chatOf(send), outcomes);
	}
	for (const [chat, outcomes] of chats) {
		outcomes.sort((a, b) => a.number - b.number);
		for (const [index, outcome] of outcomes.entries()) {
			const before = outcomes[index - 1];
			if (before === undefined || before.delivery.eventId < outcome.delivery.eventId) continue;
			const what = `in ${chat} number ${outcome.number} was sent before number ${before.number}`;
			violations.push({ rule, what, records: [before.delivery, outcome.delivery] });
		}
	}
	return violations;
};
