import { expectedOutcome } from '../history/expectation.ts';
import type { DeliveryRecord, EventName, HistoryRecord } from '../history/record.ts';
import { webhooksFor } from '../webhooks.ts';

const CHATS = ['4915110010', '4915110000', '4915110001', '4915110002', '4915110003'] as const;
/** Messages of each chat. */
const MESSAGES = 3;

/**
 * The history of a run in which everything went well: some messages to every kind of recipient, some arrivals, and
 * a kill in the middle, which doubled nothing.
 */
export function validHistory(): HistoryRecord[] {
	const records: HistoryRecord[] = [];
	let at = 0;
	let events = 0;
	const note = (record: HistoryRecord): void => void records.push(record);

	function deliver(event: EventName, messageId: string, content: string | null): void {
		events += 1;
		const eventId = `evt_${events.toString().padStart(4, '0')}`;
		for (const webhook of webhooksFor(event)) {
			at += 1;
			note({
				kind: 'delivery',
				at,
				webhook,
				eventId,
				event,
				timestamp: at,
				messageId,
				content,
				digest: `digest of ${eventId}`,
				signed: true,
				answer: 200,
			});
		}
	}

	function arrive(messageId: string, content: string): void {
		deliver('message.received', messageId, content);
		note({ kind: 'stored', at, messageId, direction: 'inbound', status: 'delivered', content });
	}

	for (let number = 1; number <= MESSAGES; number += 1) {
		for (const to of CHATS) {
			const key = `key-${to}-${number}`;
			const messageId = `msg_${to}_${number}`;
			const content = `out ${key}`;
			const { events: expected, finalStatus, echoed } = expectedOutcome(to);
			at += 1;
			note({ kind: 'send', at, key, instanceId: 'inst_1', to, number, content });
			note({ kind: 'send answer', at, key, status: 202, messageId });
			note({ kind: 'status', at, messageId, status: 'queued' });
			for (const event of expected) deliver(event, messageId, content);
			note({ kind: 'status', at, messageId, status: finalStatus });
			if (echoed) arrive(`msg_echo_${number}`, content);
			note({ kind: 'stored', at, messageId, direction: 'outbound', status: finalStatus, content });
		}
		const content = `in ${number}`;
		const messageId = `msg_in_${number}`;
		note({ kind: 'arrival', at, instanceId: 'inst_1', from: '4917100000', content });
		note({ kind: 'arrival answer', at, content, status: 201, messageId });
		arrive(messageId, content);
		// Long after everything before it, and long before everything after it.
		at += 10_000;
		note({ kind: 'fault', at, what: 'kill -9', until: at + 10 });
		at += 10_000;
	}
	return records;
}

/** The deliveries of the event by which a chat's message with this number was handed over. */
export function sentDeliveries(history: HistoryRecord[], to: string, number: number): DeliveryRecord[] {
	return deliveriesOf(history, `msg_${to}_${number}`, 'message.sent');
}

export function deliveriesOf(
	history: HistoryRecord[],
	messageId: string,
	event: EventName,
): DeliveryRecord[] {
	return history.filter((record): record is DeliveryRecord => {
		return record.kind === 'delivery' && record.messageId === messageId && record.event === event;
	});
}
