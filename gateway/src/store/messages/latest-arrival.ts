import { sql } from 'kysely';
import type { ChatKey } from '../chats/chat-key.ts';
import { minIdAt } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';

/**
 * When the newest received message of a chat arrived (epoch milliseconds), if that was after `since`; null: none did. Ids
 * sort by time, so only the messages after `since` are read.
 */
export async function findLatestArrival(
	db: Db,
	{ instanceId, chatId }: ChatKey,
	since: number,
): Promise<number | null> {
	const row = await db
		.selectFrom('messages')
		.select('created_at')
		.where('instance_id', '=', instanceId)
		.where('chat_id', '=', chatId)
		.where('id', '>=', minIdAt('msg', since))
		.where('direction', '=', sql.lit('inbound'))
		.orderBy('id', 'desc')
		.limit(1)
		.executeTakeFirst();
	return row?.created_at ?? null;
}
