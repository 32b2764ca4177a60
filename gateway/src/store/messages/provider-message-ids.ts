import { sql } from 'kysely';
import type { InstanceId, MessageId } from '../../domain/ids.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import { keyOfName, nameOf, type ReceivedName } from '../chats/received-names.ts';
import type { Db } from '../schema.ts';

/** The network's identifier of a message of an instance, or null while it has none. */
export async function providerMessageIdOf(
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

/** Where a message is looked for by the network's identifier. */
export type Within = { chatId: string } | { source: { chat: string; sender: string } };

/** The latest message of an instance that the network knows by this identifier, or null. */
export async function messageIdOf(
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
	// Sorted here: told to sort, a database may go through an index of ids, which is long, and not that of names.
	const ids = (await query.execute()).map(({ id }) => id).sort();
	return ids.at(-1) ?? null;
}

/** The messages that networks know by these names, in their order; null where there is none. */
export async function messageIdsOf(db: Db, names: readonly ReceivedName[]): Promise<(MessageId | null)[]> {
	const rows = await db
		.selectFrom('messages')
		.select(['id', 'instance_id', 'provider_message_id', 'provider_chat_id', 'provider_sender_id'])
		.where('instance_id', 'in', padInList([...new Set(names.map(({ instanceId }) => instanceId))]))
		.where('provider_message_id', 'in', padInList([...new Set(names.map(({ networkId }) => networkId))]))
		.execute();
	const ids = new Map(rows.map((row) => [keyOfName(nameOf(row)), row.id]));
	return names.map((name) => ids.get(keyOfName(name)) ?? null);
}

/** The network's identifier of what arrived last in a chat, or null where nothing did. */
export async function lastReceivedNetworkId(
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

/** The newest messages of a chat that a network is told of as read. */
const UNREAD_LIMIT = 500;

/** What arrived in a chat and is not read, as the network names it; oldest first. */
export async function unreadNetworkIds(
	db: Db,
	instanceId: InstanceId,
	chatId: string,
): Promise<Pick<ReceivedName, 'networkId' | 'source'>[]> {
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
		.map(nameOf);
}
