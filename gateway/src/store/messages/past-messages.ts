import type { InstanceId, MessageId } from '../../domain/ids.ts';
import { chunkInList } from '../engine/chunk-in-list.ts';
import { insertInto, writeRowsReturning } from '../engine/write-rows.ts';
import type { Db, MessageRow } from '../schema.ts';
import { markChanged } from '../search/index-changes.ts';
import { MESSAGE, UNLESS_STORED } from './messages.ts';

export type PastMessageRow = Pick<
	MessageRow,
	| 'id'
	| 'instance_id'
	| 'chat_id'
	| 'direction'
	| 'type'
	| 'content'
	| 'quoted_message_id'
	| 'details'
	| 'sender'
	| 'sender_id'
	| 'recipient'
	| 'provider_message_id'
	| 'provider_chat_id'
	| 'provider_sender_id'
	| 'created_at'
>;

/**
 * Inserts messages from before their instances were linked. Returns the ids of the new ones: a message that is stored
 * already does not change.
 */
export async function insertPastMessages(
	db: Db,
	messages: readonly PastMessageRow[],
): Promise<Set<MessageId>> {
	const rows = messages.map((message) => ({
		...message,
		filename: null,
		caption: null,
		status: 'read' as const,
		origin: 'past' as const,
		sent_at: message.direction === 'outbound' ? message.created_at : null,
		delivered_at: message.created_at,
		read_at: message.created_at,
	}));
	const inserted = await writeRowsReturning<{ id: MessageId }>(db, INSERT_PAST, rows);
	const ids = inserted.map(({ id }) => id);
	await markChanged(db, ids);
	return new Set(ids);
}

const INSERT_PAST = insertInto(
	'messages',
	{
		...MESSAGE,
		details: 'text',
		sender: 'text',
		sender_id: 'text',
		recipient: 'text',
		provider_message_id: 'text',
		provider_chat_id: 'text',
		provider_sender_id: 'text',
		origin: 'text',
		sent_at: 'bigint',
		delivered_at: 'bigint',
		read_at: 'bigint',
	},
	UNLESS_STORED,
);

/** The key by which the network identifies a stored message, and the message's chat. */
export type NamedMessage = Pick<
	MessageRow,
	'id' | 'instance_id' | 'chat_id' | 'provider_message_id' | 'provider_chat_id' | 'provider_sender_id'
>;

/** The messages of an instance that have one of these ids of the network. */
export async function listByNetworkIds(
	db: Db,
	instanceId: InstanceId,
	networkIds: readonly string[],
): Promise<NamedMessage[]> {
	const found: NamedMessage[] = [];
	for (const ids of chunkInList(networkIds)) {
		const rows = await db
			.selectFrom('messages')
			.select([
				'id',
				'instance_id',
				'chat_id',
				'provider_message_id',
				'provider_chat_id',
				'provider_sender_id',
			])
			.where('instance_id', '=', instanceId)
			.where('provider_message_id', 'in', ids)
			// The index of the network's ids contains such rows only.
			.where('provider_message_id', 'is not', null)
			.execute();
		found.push(...rows);
	}
	return found;
}

/** Returns which of these ids belong to messages of an instance. */
export async function findMessagesOf(
	db: Db,
	instanceId: InstanceId,
	messageIds: readonly MessageId[],
): Promise<Set<MessageId>> {
	const found = new Set<MessageId>();
	for (const ids of chunkInList(messageIds)) {
		const rows = await db
			.selectFrom('messages')
			.select('id')
			.where('instance_id', '=', instanceId)
			.where('id', 'in', ids)
			.execute();
		for (const { id } of rows) found.add(id);
	}
	return found;
}
