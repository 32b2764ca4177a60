import { expectedOutcome } from '../history/expectation.ts';
import type { DeliveryRecord, EventName, HistoryRecord, OwnerDeliveryRecord } from '../history/record.ts';
import { webhooksFor } from '../webhooks.ts';

const CHATS = ['4915110010', '4915110000', '4915110001', '4915110002', '4915110003'] as const;
/** A chat that a person and the bot share. */
export const SHARED = '4915210011001';
const INSTANCE = 'inst_1';
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

	function deliver(event: EventName, chat: string, messageId: string, content: string | null): void {
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
				instanceId: INSTANCE,
				chatId: `${chat}@s.whatsapp.net`,
				timestamp: at,
				messageId,
				content,
				digest: `digest of ${eventId}`,
				signed: true,
				responseStatus: 200,
			});
		}
	}

	function receive(from: string, messageId: string, content: string): void {
		deliver('message.received', from, messageId, content);
		events += 1;
		add({
			kind: 'joined delivery',
			at,
			eventId: `evt_${events.toString().padStart(4, '0')}`,
			chats: [`${INSTANCE} ${from}@s.whatsapp.net`],
			messageIds: [messageId],
			digest: `digest of ${messageId}`,
			signed: true,
			responseStatus: 200,
		});
		add({ kind: 'stored', at, messageId, direction: 'inbound', status: 'delivered', content });
	}

	function tell(event: OwnerDeliveryRecord['event'], content: string | null): void {
		events += 1;
		const eventId = `evt_${events.toString().padStart(4, '0')}`;
		const chatId = `${SHARED}@s.whatsapp.net`;
		const sent = { signed: true, responseStatus: 200 };
		add({ kind: 'owner delivery', at, eventId, event, instanceId: INSTANCE, chatId, content, ...sent });
	}

	/** A person takes a chat, the bot is refused, the person gives it back, and the bot is accepted. */
	function share(number: number): void {
		const chat = { instanceId: INSTANCE, to: SHARED };
		const key = `key-${SHARED}-${number}`;
		const content = `person ${number}`;
		const send = { ...chat, key, content: `out ${key}` };
		at += 1;
		add({ kind: 'take', at, ...chat, content });
		add({ kind: 'take response', at, ...chat, content, status: 201 });
		tell('chat.taken', null);
		deliver('message.delivered', SHARED, `msg_person_${number}`, null);
		tell('message.echo', content);
		add({ kind: 'send', at, ...send, key: `${key}-refused`, number: 2 * number - 1 });
		add({ kind: 'send response', at, key: `${key}-refused`, status: 409, messageId: null });
		add({ kind: 'release', at, ...chat });
		add({ kind: 'release response', at, ...chat, status: 200 });
		tell('chat.released', null);
		const messageId = `msg_${SHARED}_${number}`;
		add({ kind: 'send', at, ...send, number: 2 * number });
		add({ kind: 'send response', at, key, status: 202, messageId });
		const { events: expected, finalStatus: status } = expectedOutcome(SHARED);
		for (const event of expected) deliver(event, SHARED, messageId, send.content);
		add({ kind: 'stored', at, messageId, direction: 'outbound', status, content: send.content });
		add({
			kind: 'stored',
			at,
			messageId: `msg_person_${number}`,
			direction: 'outbound',
			status: 'sent',
			content,
		});
	}

	for (let number = 1; number <= MESSAGES; number += 1) {
		for (const to of CHATS) {
			const key = `key-${to}-${number}`;
			const messageId = `msg_${to}_${number}`;
			const content = `out ${key}`;
			const { events: expected, finalStatus, echoed } = expectedOutcome(to);
			at += 1;
			add({ kind: 'send', at, key, instanceId: INSTANCE, to, number, content });
			add({ kind: 'send response', at, key, status: 202, messageId });
			add({ kind: 'status', at, messageId, status: 'queued' });
			for (const event of expected) deliver(event, to, messageId, content);
			add({ kind: 'status', at, messageId, status: finalStatus });
			if (echoed) receive(to, `msg_echo_${number}`, content);
			add({ kind: 'stored', at, messageId, direction: 'outbound', status: finalStatus, content });
		}
		const content = `in ${number}`;
		const messageId = `msg_in_${number}`;
		add({ kind: 'inbound', at, instanceId: INSTANCE, from: '4917100000', content });
		add({ kind: 'inbound response', at, content, status: 201, messageId });
		receive('4917100000', messageId, content);
		share(number);
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
