import { acceptedMessages, recordsOf, groupSends } from '../history/traffic.ts';
import type { Rule, Violation } from './violation.ts';

const rule = 'acceptance';

/**
 * A key stands for one message: it is accepted in the end, always under the same id, and nothing is sent that
 * nobody was told of. So a lost answer neither loses a message nor doubles it. From then on the message is there.
 */
export const acceptance: Rule = (history) => {
	const violations: Violation[] = [];
	for (const [key, { send, answers }] of groupSends(history)) {
		const ids = new Set(answers.filter(({ status }) => status === 202).map(({ messageId }) => messageId));
		if (ids.size === 0) {
			violations.push({ rule, what: `${key} was never accepted`, records: [send, ...answers] });
		}
		if (ids.size > 1) {
			violations.push({
				rule,
				what: `${key} was accepted as ${ids.size} messages`,
				records: [send, ...answers],
			});
		}
	}
	const accepted = acceptedMessages(history);
	for (const delivery of recordsOf(history, 'delivery')) {
		if (delivery.event === 'message.received' || accepted.has(delivery.messageId)) continue;
		const what = `${delivery.event} of ${delivery.messageId}, which nobody was told was accepted`;
		violations.push({ rule, what, records: [delivery] });
	}
	for (const answer of recordsOf(history, 'status answer')) {
		if (answer.status !== 404) continue;
		violations.push({ rule, what: `${answer.messageId} was accepted and is not found`, records: [answer] });
	}
	for (const stored of recordsOf(history, 'stored')) {
		if (stored.direction === 'inbound' || accepted.has(stored.messageId)) continue;
		const what = `${stored.messageId} is stored, and nobody was told it was accepted`;
		violations.push({ rule, what, records: [stored] });
	}
	return violations;
};
