import type { Protocol } from './protocol.ts';

/** A message that was accepted for sending. */
export interface Message {
	/** Unique: an acceptance in another cell makes another id. */
	readonly id: string;
	/** The Idempotency-Key of the request; a client repeats a request with the same key. */
	readonly key: string;
	readonly chat: string;
	/** The place of the request among those of its chat. */
	readonly number: number;
	readonly status: 'queued' | 'sent';
}

/** The rows of the instance in the database of a cell. */
export interface Rows {
	/** In the order of acceptance. */
	readonly messages: readonly Message[];
	readonly keys: readonly string[];
	/** Messages whose event `message.sent` is not delivered yet, in the order of the events. */
	readonly deliveries: readonly Message[];
	/** The state of the session with the network. It changes with every send, and an earlier one must not be used again. */
	readonly session: number;
}

/** A table that a move copies. */
export type Table = keyof Rows;

/** The tables in the order of the copy. */
export const TABLES: readonly Table[] = ['messages', 'keys', 'deliveries', 'session'];

/** The rows of an instance that a cell does not have. */
export const NO_ROWS: Rows = { messages: [], keys: [], deliveries: [], session: 0 };

/** Returns `to` with the rows of one table of `from`. */
export function copyTable(from: Rows, to: Rows, table: Table, protocol: Protocol): Rows {
	switch (table) {
		case 'messages':
			return {
				...to,
				messages: from.messages.filter(({ status }) => protocol.copiesQueue || status === 'sent'),
			};
		case 'keys':
			return { ...to, keys: protocol.copiesKeys ? from.keys : [] };
		case 'deliveries':
			return { ...to, deliveries: protocol.copiesDeliveries ? from.deliveries : [] };
		case 'session':
			return { ...to, session: from.session };
	}
}

/** Returns the rows with a message that is no longer queued, and the delivery of its event. */
export function withSent(rows: Rows, sent: Message): Rows {
	const messages = rows.messages.map(
		(message): Message => (message.id === sent.id ? { ...message, status: 'sent' } : message),
	);
	return { ...rows, messages, deliveries: [...rows.deliveries, { ...sent, status: 'sent' }] };
}

/** Returns the rows without the delivery of a message's event. */
export function withDelivered(rows: Rows, delivered: Message): Rows {
	return { ...rows, deliveries: rows.deliveries.filter(({ id }) => id !== delivered.id) };
}
