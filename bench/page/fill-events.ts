import type { DatabaseSync } from 'node:sqlite';
import { firstRow, inserter, ulid, type Row } from '../read/rows.ts';

/** Failed deliveries, in percent. */
const FAILED = 3;
/** The share of the messages that are received, each of which is delivered. */
const RECEIVED = 2 / 3;
/** The events of a message that was sent and read. */
const OF_SENT = ['message.sent', 'message.delivered', 'message.read'] as const;

interface Message {
	id: string;
	instance: string;
	chat: string;
	direction: string;
	at: number;
}

/**
 * Inserts the events of the newest messages, and for each that was received a delivery with one attempt: copies of the
 * one event, delivery and attempt that there are, which differ in ids and times. Returns the id of the last delivery.
 */
export function fillEvents(db: DatabaseSync, deliveries: number): string {
	const delivery = firstRow(db, 'deliveries');
	const event = firstRow(db, 'events', 'where id in (select event_id from deliveries)');
	const insert = {
		event: inserter(db, 'events', event),
		delivery: inserter(db, 'deliveries', delivery),
		attempt: inserter(db, 'delivery_attempts', firstRow(db, 'delivery_attempts')),
	};
	const count = Math.ceil(deliveries / RECEIVED);
	const messages = db
		.prepare(
			`select id, instance_id as instance, chat_id as chat, direction, created_at as at from messages
			order by id desc limit ${count}`,
		)
		.all() as unknown as Message[];
	removeOrphans(db);
	let number = 0;
	let last = '';
	for (const message of messages.reverse()) {
		const { at, direction, instance } = message;
		for (const kind of direction === 'inbound' ? ['message.received'] : OF_SENT) {
			number += 1;
			const id = `evt_${ulid(at, number)}`;
			insert.event({
				id,
				instance_id: instance,
				kind,
				body: bodyOf(event, id, kind, message),
				created_at: at,
			});
			if (kind !== 'message.received') continue;
			const failed = number % 100 < FAILED;
			last = `dlv_${ulid(at, number)}`;
			insert.delivery({
				id: last,
				event_id: id,
				status: failed ? 'failed' : 'success',
				due_at: at,
				created_at: at,
				finished_at: at,
			});
			insert.attempt({ delivery_id: last, started_at: at, status_code: failed ? 500 : 200 });
		}
	}
	return last;
}

/** Removes the rows that were copied: their message is not there any more. */
function removeOrphans(db: DatabaseSync): void {
	db.exec('delete from delivery_attempts; delete from deliveries; delete from events');
}

/** The body of an event: that of the sample about another message. */
function bodyOf(sample: Row, eventId: string, event: string, { id, instance, chat, at }: Message): string {
	const envelope = JSON.parse(sample.body as string) as { data: object };
	const data = { ...envelope.data, messageId: id, instanceId: instance, chatId: chat };
	return JSON.stringify({ ...envelope, event, eventId, timestamp: new Date(at).toISOString(), data });
}
