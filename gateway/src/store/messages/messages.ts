import { sql } from 'kysely';
import type { InstanceId, MessageId } from '../../domain/ids.ts';
import type { MessageStatus } from '../../domain/message.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import { lockRows } from '../engine/engine.ts';
import type { Db, MessageRow } from '../schema.ts';
import { insertInto, rowsStatement, writeRows } from '../engine/write-rows.ts';

/** What a message has that nothing happened to yet. */
export const NOTHING_HAPPENED = {
	sent_at: null,
	delivered_at: null,
	read_at: null,
	failed_at: null,
	error_code: null,
	error_message: null,
} as const;

export const NO_MEDIA = {
	media_url: null,
	media_file: null,
	mime_type: null,
	filename: null,
	caption: null,
	template: null,
} as const;

/** What only a message has that arrived. */
const FROM_US = {
	sender: null,
	sender_id: null,
	provider_chat_id: '',
	provider_sender_id: '',
	details: null,
	report_at: null,
} as const;

export type QueuedMessage = Pick<
	MessageRow,
	| 'id'
	| 'instance_id'
	| 'chat_id'
	| 'type'
	| 'content'
	| 'quoted_message_id'
	| 'metadata'
	| 'created_at'
	| 'media_url'
	| 'filename'
	| 'caption'
	| 'template'
> & { recipient: string };

/** Stores messages that wait to be sent; gives their rows. */
export async function insertQueuedMessages(
	db: Db,
	messages: readonly QueuedMessage[],
): Promise<MessageRow[]> {
	const rows = messages.map(
		(message): MessageRow => ({
			...NO_MEDIA,
			...message,
			...NOTHING_HAPPENED,
			direction: 'outbound',
			...FROM_US,
			status: 'queued',
			provider_message_id: null,
			send_attempts: 0,
		}),
	);
	await writeRows(db, INSERT_QUEUED, rows);
	return rows;
}

/** What every message has. */
export const MESSAGE = {
	id: 'text',
	instance_id: 'text',
	chat_id: 'text',
	direction: 'text',
	type: 'text',
	content: 'text',
	quoted_message_id: 'text',
	status: 'text',
	created_at: 'bigint',
	filename: 'text',
	caption: 'text',
} as const;

const INSERT_QUEUED = insertInto('messages', {
	...MESSAGE,
	recipient: 'text',
	metadata: 'text',
	media_url: 'text',
	template: 'text',
});

export function findMessage(db: Db, id: string): Promise<MessageRow | undefined> {
	return db
		.selectFrom('messages')
		.selectAll()
		.where('id', '=', id as MessageId)
		.executeTakeFirst();
}

export async function updateMessage(
	db: Db,
	id: MessageId,
	changes: Partial<Omit<MessageRow, 'id'>>,
): Promise<void> {
	await db.updateTable('messages').set(changes).where('id', '=', id).execute();
}

/** Deletes messages of an instance, oldest first, their chats staying as they are; gives how many it deleted. */
export async function deleteSomeMessages(db: Db, instanceId: InstanceId, most: number): Promise<number> {
	const some = db.selectFrom('messages').select('id').where('instance_id', '=', instanceId);
	const result = await db
		.deleteFrom('messages')
		.where('id', 'in', some.orderBy('id').limit(most))
		.executeTakeFirst();
	return Number(result.numDeletedRows);
}

/** Messages as they are, held until the end of the commit; those that are not there are left out. */
export async function lockMessages(db: Db, ids: readonly MessageId[]): Promise<Map<MessageId, MessageRow>> {
	const found = new Map<MessageId, MessageRow>();
	// In the order of their ids, so that two processes cannot wait for each other.
	const query = db
		.selectFrom('messages')
		.selectAll()
		.where('id', 'in', padInList([...new Set(ids)]))
		.orderBy('id');
	for (const row of await lockRows(db, query).execute()) found.set(row.id, row);
	return found;
}

/** How far a message has come, and when it came there; a time that is null was set before, or is not reached. */
export interface MessageProgress {
	id: MessageId;
	status: MessageStatus;
	sentAt: number | null;
	deliveredAt: number | null;
	readAt: number | null;
	networkId: string | null;
}

const ADVANCE = rowsStatement(
	{
		id: 'text',
		status: 'text',
		sentAt: 'bigint',
		deliveredAt: 'bigint',
		readAt: 'bigint',
		networkId: 'text',
	},
	{
		before: 'with moved (id, status, sent_at, delivered_at, read_at, provider_message_id) as (',
		after: `)
			update messages set
				status = moved.status,
				sent_at = coalesce(messages.sent_at, moved.sent_at),
				delivered_at = coalesce(messages.delivered_at, moved.delivered_at),
				read_at = coalesce(messages.read_at, moved.read_at),
				provider_message_id = coalesce(moved.provider_message_id, messages.provider_message_id)
			from moved where messages.id = moved.id`,
		ofOneRow: `update messages set status = ?2, sent_at = coalesce(sent_at, ?3),
			delivered_at = coalesce(delivered_at, ?4), read_at = coalesce(read_at, ?5),
			provider_message_id = coalesce(?6, provider_message_id) where id = ?1`,
	},
);

/** Moves many messages on, each its own way. */
export async function updateStatuses(db: Db, moved: readonly MessageProgress[]): Promise<void> {
	await writeRows(db, ADVANCE, moved);
}

/**
 * What an instance has still to send, oldest first, but for some of its chats. The literal status lets the partial
 * index serve this.
 */
export function listQueuedMessages(
	db: Db,
	instanceId: InstanceId,
	page: { limit: number; without: readonly string[] },
): Promise<MessageRow[]> {
	let query = db
		.selectFrom('messages')
		.selectAll()
		.where('instance_id', '=', instanceId)
		.where('status', '=', sql.lit('queued'));
	if (page.without.length > 0) query = query.where('chat_id', 'not in', padInList(page.without));
	return query.orderBy('id').limit(page.limit).execute();
}

/** The id of the message that an instance of the query has to send first; null where it has none. */
export const FIRST_QUEUED = sql<MessageId | null>`(
	select messages.id from messages
	where messages.instance_id = instances.id and messages.status = 'queued' order by messages.id limit 1
)`;

/** The message that each connected instance has to send first; null where it has none. */
export function listQueueHeads(db: Db): Promise<{ instanceId: InstanceId; messageId: MessageId | null }[]> {
	return db
		.selectFrom('instances')
		.select(['instances.id as instanceId', FIRST_QUEUED.as('messageId')])
		.where('instances.status', '=', 'connected')
		.execute();
}

/**
 * What is still to be sent in the chats of these messages, oldest first: whoever queued them may not know of what
 * another process queued there before. For PostgreSQL, which has several processes, and an index for this.
 */
export async function listQueuedInSameChats(
	db: Db,
	ids: readonly MessageId[],
	limit: number,
): Promise<MessageRow[]> {
	// Chat by chat: a join is planned by statistics, which say nothing of what waits at the moment.
	const { rows } = await sql<MessageRow>`
		with told as materialized (
			select distinct instance_id, chat_id from messages where id in (${sql.join(padInList(ids))})
		)
		select waiting.* from told cross join lateral (
			select * from messages
			where messages.instance_id = told.instance_id and messages.chat_id = told.chat_id
				and messages.status = 'queued'
			order by messages.id
			limit ${limit}
		) as waiting
		order by waiting.id
		limit ${limit}`.execute(db);
	return rows;
}

/** Messages queued before a moment and still not sent, oldest first, of all instances. */
export function listQueuedBefore(db: Db, before: number, limit: number): Promise<MessageRow[]> {
	return db
		.selectFrom('messages')
		.selectAll()
		.where('status', '=', sql.lit('queued'))
		.where('created_at', '<', before)
		.orderBy('id')
		.limit(limit)
		.execute();
}

/** Messages the network took over and may still report on, oldest first. */
export function listAwaitedMessages(db: Db, instanceId: InstanceId): Promise<MessageRow[]> {
	return db
		.selectFrom('messages')
		.selectAll()
		.where('instance_id', '=', instanceId)
		.where('direction', '=', sql.lit('outbound'))
		.where('status', 'in', [sql.lit<MessageStatus>('sent'), sql.lit<MessageStatus>('delivered')])
		.orderBy('id')
		.execute();
}
