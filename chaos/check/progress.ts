import type { EventName, StatusRecord } from '../history/record.ts';
import { deliveriesBy, recordsOf } from '../history/traffic.ts';
import type { Rule, Violation } from './violation.ts';

const rule = 'progress';
const RANK: Readonly<Record<string, number>> = { queued: 0, sent: 1, delivered: 2, read: 3, failed: 4 };
const STEPS: readonly EventName[] = ['message.sent', 'message.delivered', 'message.read', 'message.failed'];

/** The status of a message never regresses, neither in polled statuses nor by the times and ids of its events. */
export const progress: Rule = (history) => [...polledStatuses(history), ...eventTimes(history)];

const polledStatuses: Rule = (history) => {
	const violations: Violation[] = [];
	const last = new Map<string, StatusRecord>();
	for (const record of recordsOf(history, 'status')) {
		const before = last.get(record.messageId);
		last.set(record.messageId, record);
		if (before === undefined || rankOf(record) >= rankOf(before)) continue;
		const what = `${record.messageId} went from ${before.status} back to ${record.status}`;
		violations.push({ rule, what, records: [before, record] });
	}
	for (const stored of recordsOf(history, 'stored')) {
		const before = last.get(stored.messageId);
		if (before === undefined || rankOf(stored) >= rankOf(before)) continue;
		const what = `${stored.messageId} was ${before.status} and is stored as ${stored.status}`;
		violations.push({ rule, what, records: [before, stored] });
	}
	return violations;
};

const eventTimes: Rule = (history) => {
	const violations: Violation[] = [];
	for (const [messageId, deliveries] of deliveriesBy(history, (one) => one.messageId)) {
		const steps = STEPS.flatMap((event) => deliveries.find((one) => one.event === event) ?? []);
		const inOrder = steps.every((step, index) => {
			const before = steps[index - 1];
			return before === undefined || (step.timestamp >= before.timestamp && step.eventId > before.eventId);
		});
		if (!inOrder) violations.push({ rule, what: `events of ${messageId} are out of order`, records: steps });
	}
	return violations;
};

function rankOf({ status }: { status: string }): number {
	return RANK[status] ?? -1;
}
