import { sql } from 'kysely';
import type { InstanceId, MessageId } from '../domain/ids.ts';
import { padded } from './chunks.ts';
import type { Db } from './schema.ts';

/** The network's identifier of a message of an instance, or null while it has none. */
export async function networkIdOf(db: Db, instanceId: InstanceId, messageId: string): Promise<string | null> {
	const row = await db
		.selectFrom('messages')
		.select('network_id')
		.where('id', '=', messageId as MessageId)
		.where('instance_id', '=', instanceId)
		.executeTakeFirst();
	return row?.network_id ?? null;
}

/** The message of an instance that the network knows by this identifier, or null. */
export async function messageIdOf(
	db: Db,
	instanceId: InstanceId,
	networkId: string,
): Promise<MessageId | null> {
	const [id = null] = await messageIdsOf(db, [{ instanceId, networkId }]);
	return id;
}

/** A message, by the name its network has for it. */
export interface NetworkName {
	instanceId: InstanceId;
	networkId: string;
}

/** The messages that networks know by these names, in their order; null where there is none. */
export async function messageIdsOf(db: Db, names: readonly NetworkName[]): Promise<(MessageId | null)[]> {
	const rows = await db
		.selectFrom('messages')
		.select(['id', 'instance_id', 'network_id'])
		.where('instance_id', 'in', padded([...new Set(names.map(({ instanceId }) => instanceId))]))
		.where('network_id', 'in', padded([...new Set(names.map(({ networkId }) => networkId))]))
		.execute();
	const ids = new Map(rows.map((row) => [`${row.instance_id} ${row.network_id ?? ''}`, row.id]));
	return names.map(({ instanceId, networkId }) => ids.get(`${instanceId} ${networkId}`) ?? null);
}

/** The network's identifier of what arrived last in a chat, or null where nothing did. */
export async function lastReceivedNetworkId(
	db: Db,
	instanceId: InstanceId,
	chatId: string,
): Promise<string | null> {
	const row = await db
		.selectFrom('messages')
		.select('network_id')
		.where('instance_id', '=', instanceId)
		.where('chat_id', '=', chatId)
		.where('direction', '=', sql.lit('inbound'))
		.orderBy('id', 'desc')
		.limit(1)
		.executeTakeFirst();
	return row?.network_id ?? null;
}

/** The newest messages of a chat that a network is told of as read. */
const UNREAD_LIMIT = 500;

/** The network's identifiers, with the senders, of what arrived in a chat and is not read; oldest first. */
export async function unreadNetworkIds(
	db: Db,
	instanceId: InstanceId,
	chatId: string,
): Promise<{ networkId: string; from: string }[]> {
	const rows = await db
		.selectFrom('messages')
		.select(['network_id', 'sender'])
		.where('instance_id', '=', instanceId)
		.where('chat_id', '=', chatId)
		.where('direction', '=', sql.lit('inbound'))
		.where('status', '=', sql.lit('delivered'))
		.orderBy('id', 'desc')
		.limit(UNREAD_LIMIT)
		.execute();
	return rows
		.reverse()
		.flatMap(({ network_id: networkId, sender: from }) =>
			networkId === null || from === null ? [] : { networkId, from },
		);
}
