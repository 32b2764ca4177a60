import { sql } from 'kysely';
import type { InstanceId, MessageId } from '../../../domain/ids.ts';
import type { MessageDirection, MessageStatus } from '../../../domain/messages/message.ts';
import type { Db, MessageRow } from '../../../store/schema.ts';

/** A chat of an instance with a simulated phone, or a group both are in. */
export interface ChatOfInstance {
	instanceId: InstanceId;
	chatId: string;
}

const INBOUND = sql.lit<MessageDirection>('inbound');
const OUTBOUND = sql.lit<MessageDirection>('outbound');
const DELIVERED = sql.lit<MessageStatus>('delivered');
const READ = sql.lit<MessageStatus>('read');

/** Messages that the other side of a chat wrote or received, newest first, only those older than `before`. */
export function listPhoneMessages(
	db: Db,
	chat: ChatOfInstance,
	page: { before: string | null; limit: number },
): Promise<MessageRow[]> {
	let query = db
		.selectFrom('messages')
		.selectAll()
		.where('instance_id', '=', chat.instanceId)
		.where('chat_id', '=', chat.chatId)
		.where((eb) => eb.or([eb('direction', '=', INBOUND), eb('status', 'in', [DELIVERED, READ])]));
	if (page.before !== null) query = query.where('id', '<', page.before as MessageId);
	return query.orderBy('id', 'desc').limit(page.limit).execute();
}

/** A message of a chat that the other side wrote or received. */
export function findPhoneMessage(
	db: Db,
	chat: ChatOfInstance,
	messageId: string,
): Promise<MessageRow | undefined> {
	return db
		.selectFrom('messages')
		.selectAll()
		.where('id', '=', messageId as MessageId)
		.where('instance_id', '=', chat.instanceId)
		.where('chat_id', '=', chat.chatId)
		.where((eb) => eb.or([eb('direction', '=', INBOUND), eb('status', 'in', [DELIVERED, READ])]))
		.executeTakeFirst();
}

/** How many messages of the instance the other side of a chat has received and not read. */
export async function countPhoneUnread(db: Db, chat: ChatOfInstance): Promise<number> {
	const counted = await db
		.selectFrom('messages')
		.select((eb) => eb.fn.countAll<number>().as('unread'))
		.where('instance_id', '=', chat.instanceId)
		.where('chat_id', '=', chat.chatId)
		.where('direction', '=', OUTBOUND)
		.where('status', '=', DELIVERED)
		.executeTakeFirstOrThrow();
	return counted.unread;
}

/** Whether a chat has a message with this id. */
export async function isInChat(db: Db, chat: ChatOfInstance, messageId: string): Promise<boolean> {
	const row = await db
		.selectFrom('messages')
		.select('id')
		.where('id', '=', messageId as MessageId)
		.where('instance_id', '=', chat.instanceId)
		.where('chat_id', '=', chat.chatId)
		.executeTakeFirst();
	return row !== undefined;
}
