import type { MessageId } from '../../domain/ids.ts';
import { pairInList } from '../engine/pair-in-list.ts';
import { lockRows } from '../engine/engine.ts';
import { MESSAGE, UNLESS_STORED } from './messages.ts';
import { serialiseMessageKey, messageKeyOf, type ProviderMessageKey } from './provider-message-key.ts';
import type { Db, MessageRow } from '../schema.ts';
import { insertInto, writeRowsReturning } from '../engine/write-rows.ts';

export type ReceivedMessageRow = Pick<
	MessageRow,
	| 'id'
	| 'instance_id'
	| 'chat_id'
	| 'type'
	| 'content'
	| 'created_at'
	| 'status'
	| 'read_at'
	| 'media_file'
	| 'mime_type'
	| 'filename'
	| 'caption'
	| 'quoted_message_id'
	| 'sender'
	| 'sender_id'
	| 'provider_chat_id'
	| 'provider_sender_id'
	| 'details'
	| 'report_at'
> & { provider_message_id: string };

/**
 * Inserts received messages. Returns the ids of the new ones: the network may report a message again, which is not
 * stored twice.
 */
export async function insertReceivedMessages(
	db: Db,
	messages: readonly ReceivedMessageRow[],
): Promise<Set<MessageId>> {
	const rows = messages.map((message) => ({
		...message,
		direction: 'inbound' as const,
		delivered_at: message.created_at,
	}));
	const inserted = await writeRowsReturning<{ id: MessageId }>(db, INSERT_RECEIVED, rows);
	return new Set(inserted.map(({ id }) => id));
}

const INSERT_RECEIVED = insertInto(
	'messages',
	{
		...MESSAGE,
		sender: 'text',
		sender_id: 'text',
		provider_message_id: 'text',
		provider_chat_id: 'text',
		provider_sender_id: 'text',
		details: 'text',
		report_at: 'bigint',
		delivered_at: 'bigint',
		read_at: 'bigint',
		media_file: 'text',
		mime_type: 'text',
	},
	UNLESS_STORED,
);

/**
 * Finds messages by their keys and locks them until the end of the transaction. The keys of the result are those of
 * serialiseMessageKey().
 */
export async function lockReceivedMessages(
	db: Db,
	keys: readonly ProviderMessageKey[],
): Promise<Map<string, MessageRow>> {
	if (keys.length === 0) return new Map();
	const pairs = keys.map(({ instanceId, networkId }) => [instanceId, networkId] as const);
	// All processes lock rows in the order of their ids, so that two of them cannot deadlock.
	const query = db
		.selectFrom('messages')
		.selectAll()
		.where(pairInList(db, ['instance_id', 'provider_message_id'], pairs))
		// The index of the network's ids contains such rows only.
		.where('provider_message_id', 'is not', null)
		.where('direction', '=', 'inbound')
		.orderBy('id');
	const rows = await lockRows(db, query).execute();
	return new Map(rows.map((row) => [serialiseMessageKey(messageKeyOf(row)), row]));
}

/** Finds a message by the id that the network gave it. */
export function findReceivedMessage(
	db: Db,
	{ instanceId, networkId, source }: ProviderMessageKey,
): Promise<MessageRow | undefined> {
	return db
		.selectFrom('messages')
		.selectAll()
		.where('instance_id', '=', instanceId)
		.where('provider_message_id', '=', networkId)
		.where('provider_chat_id', '=', source.chat)
		.where('provider_sender_id', '=', source.sender)
		.executeTakeFirst();
}
