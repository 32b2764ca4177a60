import { acceptedMessages, recordsOf, groupSends } from '../history/traffic.ts';
import type { Rule, Violation } from './violation.ts';

const rule = 'acceptance';

/** Status of a send that is refused, because a person owns its chat. */
const CHAT_TAKEN = 409;

/**
 * Each idempotency key is accepted as exactly one message id or refused for good, so that a lost response neither loses
 * nor duplicates a message. Every stored message and every event belongs to an accepted message, and an accepted
 * message is always found.
 */
export const acceptance: Rule = (history) => {
	const violations: Violation[] = [];
	for (const [key, { send, responses }] of groupSends(history)) {
		const ids = new Set(responses.filter(({ status }) => status === 202).map(({ messageId }) => messageId));
		const isRefused = responses.some(({ status }) => status === CHAT_TAKEN);
		if (ids.size > 0 && isRefused) {
			violations.push({ rule, what: `${key} was accepted and refused`, records: [send, ...responses] });
		}
		if (ids.size === 0 && !isRefused) {
			violations.push({ rule, what: `${key} was never accepted`, records: [send, ...responses] });
		}
		if (ids.size > 1) {
			violations.push({
				rule,
				what: `${key} was accepted as ${ids.size} messages`,
				records: [send, ...responses],
			});
		}
	}
	const accepted = acceptedMessages(history);
	const texts = new Set(recordsOf(history, 'take').map(({ content }) => content));
	const stored = recordsOf(history, 'stored');
	/** The messages of people on the phone, which no request accepted. */
	const written = new Set(stored.filter(({ content }) => texts.has(content)).map((one) => one.messageId));
	for (const delivery of recordsOf(history, 'delivery')) {
		if (delivery.event === 'message.received' || accepted.has(delivery.messageId)) continue;
		if (written.has(delivery.messageId)) continue;
		const what = `${delivery.event} of ${delivery.messageId}, which no response accepted`;
		violations.push({ rule, what, records: [delivery] });
	}
	for (const error of recordsOf(history, 'status error')) {
		if (error.status !== 404) continue;
		violations.push({ rule, what: `${error.messageId} was accepted but is not found`, records: [error] });
	}
	for (const record of stored) {
		const { messageId, direction } = record;
		if (direction === 'inbound' || accepted.has(messageId) || written.has(messageId)) continue;
		const what = `${messageId} is stored, but no response accepted it`;
		violations.push({ rule, what, records: [record] });
	}
	return violations;
};
