import type { DeliveryRecord } from '../history/record.ts';
import { recordsOf } from '../history/traffic.ts';
import type { Rule, Violation } from './violation.ts';

const rule = 'chat order';

/**
 * At the ordered webhook no event of a chat arrives before an earlier one of that chat has succeeded, and no earlier
 * one arrives after it, also with retries in between. Ids of events sort by the time at which they were recorded.
 */
export function chatOrder(orderedWebhook: string): Rule {
	return (history) => {
		const deliveries = recordsOf(history, 'delivery').filter(({ webhook }) => webhook === orderedWebhook);
		const chats = Map.groupBy(deliveries, ({ instanceId, chatId }) => `${instanceId} ${chatId}`);
		return [...chats].flatMap(([chat, ofChat]) => violationsOf(chat, ofChat));
	};
}

function violationsOf(chat: string, deliveries: readonly DeliveryRecord[]): Violation[] {
	const violations: Violation[] = [];
	let last: DeliveryRecord | undefined;
	let succeeded = true;
	for (const delivery of deliveries) {
		const isNext = last === undefined || last.eventId !== delivery.eventId;
		if (last !== undefined && delivery.eventId < last.eventId) {
			const what = `in ${chat} ${delivery.eventId} arrived after ${last.eventId}`;
			violations.push({ rule, what, records: [last, delivery] });
		} else if (last !== undefined && isNext && !succeeded) {
			const what = `in ${chat} ${delivery.eventId} arrived before ${last.eventId} had succeeded`;
			violations.push({ rule, what, records: [last, delivery] });
		}
		succeeded = delivery.responseStatus === 200 || (!isNext && succeeded);
		last = delivery;
	}
	return violations;
}
