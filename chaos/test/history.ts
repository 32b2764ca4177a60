import { expectedOutcome } from '../history/expectation.ts';
import type { DeliveryRecord, EventName, HistoryRecord } from '../history/record.ts';
import { webhooksFor } from '../webhooks.ts';

const CHATS = ['4915110010', '4915110000', '4915110001', '4915110002', '4915110003'] as const;
/** Messages per chat. */
const MESSAGES = 3;

/**
 * Returns the history of a valid run: messages to every kind of recipient, received messages, and kills that repeated no
 * delivery.
 */
export function validHistory(): HistoryRecord[] {
	const records: HistoryRecord[] = [];
	let at = 0;
	let events = 0;
	const add = (record: HistoryRecord): void => void records.push(record);

	function deliver(event: EventName, messageId: string, content: string | null): void {
		events += 1;
		const eventId = `evt_${events.toString().padStart(4, '0')}`;
		for (const webhook of webhooksFor(event)) {
			at += 1;
			add({
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
				responseStatus: 200,
			});
		}
	}

	function receive(messageId: string, content: string): void {
		deliver('message.received', messageId, content);
		add({ kind: 'stored', at, messageId, direction: 'inbound', status: 'delivered', content });
	}

	for (let number = 1; number <= MESSAGES; number += 1) {
		for (const to of CHATS) {
			const key = `key-${to}-${number}`;
			const messageId = `msg_${to}_${number}`;
			const content = `out ${key}`;
			const { events: expected, finalStatus, echoed } = expectedOutcome(to);
			at += 1;
			add({ kind: 'send', at, key, instanceId: 'inst_1', to, number, content });
			add({ kind: 'send response', at, key, status: 202, messageId });
			add({ kind: 'status', at, messageId, status: 'queued' });
			for (const event of expected) deliver(event, messageId, content);
			add({ kind: 'status', at, messageId, status: finalStatus });
			if (echoed) receive(`msg_echo_${number}`, content);
			add({ kind: 'stored', at, messageId, direction: 'outbound', status: finalStatus, content });
		}
		const content = `in ${number}`;
		const messageId = `msg_in_${number}`;
		add({ kind: 'inbound', at, instanceId: 'inst_1', from: '4917100000', content });
		add({ kind: 'inbound response', at, content, status: 201, messageId });
		receive(messageId, content);
		// Far from all deliveries before and after it.
		at += 10_000;
		add({ kind: 'fault', at, what: 'kill -9', until: at + 10 });
		at += 10_000;
	}
	return records;
}

/** Returns the deliveries of message.sent of a chat's message with this number. */
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
