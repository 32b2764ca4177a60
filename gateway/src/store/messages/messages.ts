import { sql } from 'kysely';
import type { InstanceId, MessageId } from '../../domain/ids.ts';
import type { MessageStatus } from '../../domain/messages/message.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import { lockRows } from '../engine/engine.ts';
import type { Db, MessageRow } from '../schema.ts';
import { changesIndex, markChanged } from '../search/index-changes.ts';
import { insertInto, rowsStatement, writeRows } from '../engine/write-rows.ts';

/** The columns of a message's progress, before any. */
export const NO_PROGRESS = {
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

/** The columns of received messages, in the row of an outbound one. */
const OUTBOUND = {
	sender: null,
	sender_id: null,
	provider_chat_id: '',
	provider_sender_id: '',
	report_at: null,
	edited_at: null,
	deleted_at: null,
	deleted_by: null,
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
	| 'media_file'
	| 'mime_type'
	| 'details'
	| 'send_at'
	| 'forced'
> & { recipient: string };

/** Inserts messages with the status `queued`, or `scheduled` where they have a time; returns their rows. */
export async function insertQueuedMessages(
	db: Db,
	messages: readonly QueuedMessage[],
): Promise<MessageRow[]> {
	const rows = messages.map(
		(message): MessageRow => ({
			...message,
			...NO_PROGRESS,
			direction: 'outbound',
			...OUTBOUND,
			status: message.send_at === null ? 'queued' : 'scheduled',
			provider_message_id: null,
			send_attempts: 0,
			origin: null,
		}),
	);
	await writeRows(db, INSERT_QUEUED, rows);
	return rows;
}

/** The columns of every message. */
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

/** The end of an insert of messages that the network names: a message that is stored already stays as it is. */
export const UNLESS_STORED = `
	on conflict (instance_id, provider_message_id, provider_chat_id, provider_sender_id) where provider_message_id is not null
	do nothing returning id`;

const INSERT_QUEUED = insertInto('messages', {
	...MESSAGE,
	recipient: 'text',
	metadata: 'text',
	media_url: 'text',
	media_file: 'text',
	mime_type: 'text',
	template: 'text',
	details: 'text',
	send_at: 'bigint',
	forced: 'bigint',
});

/** Finds a message by its id. */
export function findMessage(db: Db, id: string): Promise<MessageRow | undefined> {
	return db
		.selectFrom('messages')
		.selectAll()
		.where('id', '=', id as MessageId)
		.executeTakeFirst();
}

/** Changes fields of a message. */
export async function updateMessage(
	db: Db,
	id: MessageId,
	changes: Partial<Omit<MessageRow, 'id'>>,
): Promise<void> {
	await db.updateTable('messages').set(changes).where('id', '=', id).execute();
	if (changesIndex(changes)) await markChanged(db, [id]);
}

/** Deletes the oldest messages of an instance, without an update of their chats; returns how many. */
export async function deleteSomeMessages(db: Db, instanceId: InstanceId, limit: number): Promise<number> {
	const oldest = db.selectFrom('messages').select('id').where('instance_id', '=', instanceId);
	const deleted = await db
		.deleteFrom('messages')
		.where('id', 'in', oldest.orderBy('id').limit(limit))
		.returning('id')
		.execute();
	await markChanged(
		db,
		deleted.map(({ id }) => id),
	);
	return deleted.length;
}

/** Finds messages and locks their rows until the end of the transaction; missing messages are left out. */
export async function lockMessages(db: Db, ids: readonly MessageId[]): Promise<Map<MessageId, MessageRow>> {
	// All processes lock rows in the order of their ids, so that two of them cannot deadlock.
	const query = db
		.selectFrom('messages')
		.selectAll()
		.where('id', 'in', padInList([...new Set(ids)]))
		.orderBy('id');
	const rows = await lockRows(db, query).execute();
	return new Map(rows.map((row) => [row.id, row]));
}

/** A message's new status and its times; a time is null where it is already stored, or not reached. */
export interface MessageProgress {
	id: MessageId;
	status: MessageStatus;
	sentAt: number | null;
	deliveredAt: number | null;
	readAt: number | null;
	networkId: string | null;
}

const UPDATE_STATUS = rowsStatement(
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
		singleRow: `update messages set status = ?2, sent_at = coalesce(sent_at, ?3),
			delivered_at = coalesce(delivered_at, ?4), read_at = coalesce(read_at, ?5),
			provider_message_id = coalesce(?6, provider_message_id) where id = ?1`,
	},
);

/** Updates the statuses of many messages; times that are already stored stay. */
export async function updateStatuses(db: Db, progress: readonly MessageProgress[]): Promise<void> {
	await writeRows(db, UPDATE_STATUS, progress);
}

/** Sent messages of these instances whose receipts are still to come, oldest first. */
export function listAwaitedMessages(db: Db, instanceIds: readonly InstanceId[]): Promise<MessageRow[]> {
	return db
		.selectFrom('messages')
		.selectAll()
		.where('instance_id', 'in', padInList([...new Set(instanceIds)]))
		.where('direction', '=', sql.lit('outbound'))
		.where('status', 'in', [sql.lit<MessageStatus>('sent'), sql.lit<MessageStatus>('delivered')])
		.orderBy('id')
		.execute();
}
