import type { DeliveryRecord } from '../history/record.ts';
import { acceptedMessages, chatOf, recordsOf } from '../history/traffic.ts';
import type { Rule, Violation } from './violation.ts';

const rule = 'order';

interface Outcome {
	number: number;
	delivery: DeliveryRecord;
}

/**
 * Within a chat messages are handed to the network in the order in which they were accepted. The event that tells
 * of it (message.sent, or message.failed where there is none) has an id that sorts by time.
 */
export const order: Rule = (history) => {
	const violations: Violation[] = [];
	const accepted = acceptedMessages(history);
	const handedOver = new Map<string, DeliveryRecord>();
	for (const delivery of recordsOf(history, 'delivery')) {
		const known = handedOver.get(delivery.messageId);
		if (delivery.event === 'message.sent') handedOver.set(delivery.messageId, delivery);
		if (delivery.event === 'message.failed' && known === undefined) {
			handedOver.set(delivery.messageId, delivery);
		}
	}
	const chats = new Map<string, Outcome[]>();
	for (const [messageId, delivery] of handedOver) {
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
			const what = `in ${chat} number ${outcome.number} was handed over before number ${before.number}`;
			violations.push({ rule, what, records: [before.delivery, outcome.delivery] });
		}
	}
	return violations;
};
