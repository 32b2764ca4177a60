import { acceptedMessages, recordsOf } from '../history/traffic.ts';
import type { Rule, Violation } from './violation.ts';

const rule = 'ledger';

/**
 * The gateway's own account misses nothing, and counts what the history has: each accepted message, each message that is
 * stored of phones and persons, and each event that a webhook acknowledged. It has noted no more acknowledgements than
 * there are messages; a gateway that was killed may have noted fewer.
 */
export const ledger: Rule = (history) => {
	const violations: Violation[] = [];
	for (const record of recordsOf(history, 'ledger')) {
		const add = (what: string): void => void violations.push({ rule, what, records: [record] });
		const { checked, missing, breaks } = record;
		if (missing !== 0) add(`${missing} of ${checked} are missing: ${breaks.join(', ')}`);
		const accepted = acceptedMessages(history).size;
		if (record.accepted !== accepted) add(`${record.accepted} messages are accepted, and not ${accepted}`);
		if (record.waiting !== 0) add(`${record.waiting} messages still wait`);
		const stored = recordsOf(history, 'stored').length - accepted;
		if (record.stored !== stored) add(`${record.stored} messages came from the network, and not ${stored}`);
		if (record.acknowledged > record.stored) {
			add(`the network had ${record.acknowledged} messages acknowledged, and ${record.stored} are stored`);
		}
		if (record.unfinished !== 0) add(`${record.unfinished} deliveries are not finished`);
		if (record.failed !== 0) add(`${record.failed} deliveries failed for good`);
		const delivered = countDelivered(history);
		if (record.delivered !== delivered) {
			add(`${record.delivered} deliveries are successful, and not ${delivered}`);
		}
	}
	return violations;
};

/** Counts the events that webhooks acknowledged, once for each webhook. */
function countDelivered(history: Parameters<Rule>[0]): number {
	const acknowledged = new Set<string>();
	for (const record of history) {
		if (!('responseStatus' in record) || record.responseStatus !== 200) continue;
		const webhook = record.kind === 'delivery' ? record.webhook : record.kind;
		acknowledged.add(`${webhook} ${record.eventId}`);
	}
	return acknowledged.size;
}
