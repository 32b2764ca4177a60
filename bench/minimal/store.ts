/** A message, and the only things that the minimal gateway knows about it. */
export interface MinimalMessage {
	id: string;
	instanceId: string;
	chatId: string;
	text: string;
	createdAt: string;
}

/** The body of a webhook request about a message. */
export interface MinimalEvent {
	id: string;
	messageId: string;
	body: string;
}

/** The writes of one transaction. */
export interface Writes {
	accepted: readonly MinimalMessage[];
	statuses: readonly { messageId: string; status: MinimalStatus }[];
	events: readonly MinimalEvent[];
	/** Ids of the events that the receiver has answered with 200. */
	delivered: readonly string[];
}

export const STATUSES = ['sent', 'delivered', 'read'] as const;
export type MinimalStatus = (typeof STATUSES)[number];

export interface MinimalStore {
	/** Commits the writes durably, each table by one statement. */
	commit(writes: Writes): Promise<void>;
}

/** Two tables, each with the one index that its reader would need: the history of a chat, and the pending deliveries. */
export const SCHEMA = `
	create table messages (id text primary key, instance_id text not null, chat_id text not null,
		status text not null, content text not null, created_at text not null);
	create index messages_by_chat on messages (instance_id, chat_id, id);
	create table events (id text primary key, message_id text not null, body text not null, is_delivered integer not null);
	create index events_pending on events (id) where is_delivered = 0;`;

/** Returns the columns of `messages` of an accepted message, in the order of the table. */
export function messageColumns(message: MinimalMessage): string[] {
	const { id, instanceId, chatId, text, createdAt } = message;
	return [id, instanceId, chatId, 'queued', JSON.stringify({ text }), createdAt];
}
