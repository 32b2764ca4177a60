import { sql } from 'kysely';
import type { InstanceId, MessageId } from '../../domain/ids.ts';
import { pairInList } from '../engine/pair-in-list.ts';
import { serialiseMessageKey, messageKeyOf, type ProviderMessageKey } from './provider-message-key.ts';
import type { Db } from '../schema.ts';

/** The network's id of a message of an instance; null while it has none. */
export async function findProviderMessageId(
	db: Db,
	instanceId: InstanceId,
	messageId: string,
): Promise<string | null> {
	const row = await db
		.selectFrom('messages')
		.select('provider_message_id')
		.where('id', '=', messageId as MessageId)
		.where('instance_id', '=', instanceId)
		.executeTakeFirst();
	return row?.provider_message_id ?? null;
}

/** Restricts the search for a message by the network's id. */
export type Within = { chatId: string } | { source: { chat: string; sender: string } };

/** The latest message of an instance with this id of the network, or null. */
export async function findMessageId(
	db: Db,
	instanceId: InstanceId,
	networkId: string,
	within?: Within,
): Promise<MessageId | null> {
	let query = db
		.selectFrom('messages')
		.select('id')
		.where('instance_id', '=', instanceId)
		.where('provider_message_id', '=', networkId);
	if (within !== undefined && 'chatId' in within) query = query.where('chat_id', '=', within.chatId);
	if (within !== undefined && 'source' in within) {
		const { chat, sender } = within.source;
		query = query.where('provider_chat_id', '=', chat).where('provider_sender_id', '=', sender);
	}
	// Sorted here: with an `order by` the database might scan the index of ids instead of that of the network's ids.
	const ids = (await query.execute()).map(({ id }) => id).sort();
	return ids.at(-1) ?? null;
}

/** The messages with these keys, in their order; null where there is none. */
export async function findMessageIds(
	db: Db,
	keys: readonly ProviderMessageKey[],
): Promise<(MessageId | null)[]> {
	const pairs = keys.map(({ instanceId, networkId }) => [instanceId, networkId] as const);
	const rows = await db
		.selectFrom('messages')
		.select(['id', 'instance_id', 'provider_message_id', 'provider_chat_id', 'provider_sender_id'])
		.where(pairInList(db, ['instance_id', 'provider_message_id'], pairs))
		// The index of the network's ids contains such rows only.
		.where('provider_message_id', 'is not', null)
		.execute();
	const ids = new Map(rows.map((row) => [serialiseMessageKey(messageKeyOf(row)), row.id]));
	return keys.map((key) => ids.get(serialiseMessageKey(key)) ?? null);
}

/** The network's id of the latest received message of a chat; null where there is none. */
export async function findLastReceivedNetworkId(
	db: Db,
	instanceId: InstanceId,
	chatId: string,
): Promise<string | null> {
	const row = await db
		.selectFrom('messages')
		.select('provider_message_id')
		.where('instance_id', '=', instanceId)
		.where('chat_id', '=', chatId)
		.where('direction', '=', sql.lit('inbound'))
		.orderBy('id', 'desc')
		.limit(1)
		.executeTakeFirst();
	return row?.provider_message_id ?? null;
}

/** Most messages of a chat that are reported to the network as read. */
const UNREAD_LIMIT = 500;

/** The network's ids of the newest unread messages of a chat, oldest first. */
export async function listUnreadNetworkIds(
	db: Db,
	instanceId: InstanceId,
	chatId: string,
): Promise<Pick<ProviderMessageKey, 'networkId' | 'source'>[]> {
	const rows = await db
		.selectFrom('messages')
		.select(['instance_id', 'provider_message_id', 'provider_chat_id', 'provider_sender_id'])
		.where('instance_id', '=', instanceId)
		.where('chat_id', '=', chatId)
		.where('direction', '=', sql.lit('inbound'))
		.where('status', '=', sql.lit('delivered'))
		.orderBy('id', 'desc')
		.limit(UNREAD_LIMIT)
		.execute();
	return rows
		.reverse()
		.filter((row) => row.provider_message_id !== null)
		.map(messageKeyOf);
}
