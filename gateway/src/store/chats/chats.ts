import { sql } from 'kysely';
import type { InstanceId } from '../../domain/ids.ts';
import { isGroupJid, phoneOfChat } from '../../domain/phone.ts';
import type { ChatRow, Db, MessageRow } from '../schema.ts';
import { foldCase } from '../engine/text-search.ts';
import { insertInto, rowsStatement, writeRows } from '../engine/write-rows.ts';

/** A message that a network reports late, or from the history, does not become a chat's latest message. */
const IS_LATER =
	'(excluded.last_message_at, excluded.last_message_id) >= (chats.last_message_at, chats.last_message_id)';
const SET_LATEST = `
	last_message_id = case when ${IS_LATER} then excluded.last_message_id else chats.last_message_id end,
	last_message_at = case when ${IS_LATER} then excluded.last_message_at else chats.last_message_at end`;

const COLUMNS = {
	instance_id: 'text',
	id: 'text',
	phone: 'text',
	contact_name: 'text',
	search_name: 'text',
	is_group: 'bigint',
	unread_count: 'bigint',
	has_unread: 'bigint',
	last_message_id: 'text',
	last_message_at: 'bigint',
	created_at: 'bigint',
} as const;
const UPSERT_CHAT = insertInto(
	'chats',
	COLUMNS,
	`on conflict (instance_id, id) do update set
	contact_name = coalesce(excluded.contact_name, chats.contact_name),
	search_name = coalesce(excluded.search_name, chats.search_name),
	unread_count = chats.unread_count + excluded.unread_count,
	has_unread = case when chats.has_unread + excluded.has_unread > 0 then 1 else 0 end,
	${SET_LATEST}`,
);
/** For chats that get neither a name nor an unread message: SQLite rewrites every index of a column that is set. */
const UPSERT_LATEST = insertInto(
	'chats',
	COLUMNS,
	`on conflict (instance_id, id) do update set ${SET_LATEST}`,
);

/** A message, with the changes that it makes to its chat. */
export interface ChatUpdate {
	message: Pick<MessageRow, 'id' | 'instance_id' | 'chat_id' | 'created_at'>;
	/** Replaces the name of the chat; null leaves it unchanged. */
	contactName: string | null;
	unread: 0 | 1;
}

/**
 * Makes a message the latest of its chat; the first message creates the chat. A contact's name replaces the chat's
 * name; without one the name stays.
 */
export async function upsertChat(
	db: Db,
	message: ChatUpdate['message'],
	update: Omit<ChatUpdate, 'message'>,
): Promise<void> {
	await upsertChats(db, [{ message, ...update }]);
}

/** Updates the chats of many messages, in their order; see upsertChat(). Locks the chats until the end of the commit. */
export async function upsertChats(db: Db, updates: readonly ChatUpdate[]): Promise<void> {
	const rows = rowsOf(updates);
	const isLatestOnly = rows.every((row) => row.contact_name === null && row.unread_count === 0);
	await writeRows(db, isLatestOnly ? UPSERT_LATEST : UPSERT_CHAT, rows);
}

/** The columns that a message sets; the others keep their defaults. */
type MessageColumns = Pick<ChatRow, keyof typeof COLUMNS>;

/** One row for each chat, in the same order in all processes, so that two of them cannot deadlock. */
function rowsOf(updates: readonly ChatUpdate[]): MessageColumns[] {
	const rows = new Map<string, MessageColumns>();
	for (const { message, contactName, unread } of updates) {
		const key = `${message.instance_id} ${message.chat_id}`;
		const row = rows.get(key) ?? emptyChat(message);
		if (contactName !== null) {
			row.contact_name = contactName;
			row.search_name = foldCase(contactName);
		}
		row.unread_count += unread;
		if (unread === 1) row.has_unread = 1;
		if (isLater(message, row)) {
			row.last_message_id = message.id;
			row.last_message_at = message.created_at;
		}
		rows.set(key, row);
	}
	return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function isLater(message: ChatUpdate['message'], chat: MessageColumns): boolean {
	if (message.created_at !== chat.last_message_at) return message.created_at > chat.last_message_at;
	return message.id >= chat.last_message_id;
}

function emptyChat(first: ChatUpdate['message']): MessageColumns {
	return {
		instance_id: first.instance_id,
		id: first.chat_id,
		phone: phoneOfChat(first.chat_id),
		contact_name: null,
		search_name: null,
		is_group: isGroupJid(first.chat_id) ? 1 : 0,
		unread_count: 0,
		has_unread: 0,
		last_message_id: first.id,
		last_message_at: first.created_at,
		created_at: first.created_at,
	};
}

/** Sets the names of chats to the current names of their contacts or groups. Ignores chats that do not exist. */
export async function renameChats(
	db: Db,
	chats: readonly { instanceId: InstanceId; id: string; name: string }[],
): Promise<void> {
	// All processes write rows in the same order, so that two of them cannot deadlock.
	const rows = chats
		.map(({ instanceId, id, name }) => ({ instanceId, id, name, searchName: foldCase(name) }))
		.sort((a, b) => (`${a.instanceId} ${a.id}` < `${b.instanceId} ${b.id}` ? -1 : 1));
	await writeRows(db, RENAME_CHAT, rows);
}

const RENAME_CHAT = rowsStatement(
	{ instanceId: 'text', id: 'text', name: 'text', searchName: 'text' },
	{
		before: 'with renamed (instance_id, id, name, search_name) as (',
		after: `)
			update chats set contact_name = renamed.name, search_name = renamed.search_name
			from renamed
			where chats.instance_id = renamed.instance_id and chats.id = renamed.id
				and chats.contact_name is distinct from renamed.name`,
		singleRow: `update chats set contact_name = ?3, search_name = ?4
			where instance_id = ?1 and id = ?2 and contact_name is distinct from ?3`,
	},
);

/**
 * How many chats an instance has, and how many messages in them are unread. Reads the kept count of chats, and the
 * index entries of the unread ones.
 */
export async function countChats(db: Db, instanceId: InstanceId): Promise<{ chats: number; unread: number }> {
	const unread = db
		.selectFrom('chats')
		.select((eb) => eb.fn.coalesce(eb.fn.sum<number>('unread_count'), eb.lit(0)).as('unread'))
		.where('instance_id', '=', instanceId)
		.where('unread_count', '>', 0);
	const row = await db
		.selectFrom('chat_counts')
		.select(['chats', unread.as('unread')])
		.where('instance_id', '=', instanceId)
		.executeTakeFirst();
	return { chats: row?.chats ?? 0, unread: row?.unread ?? 0 };
}

/** Whether an instance has a chat. */
export async function chatExists(db: Db, instanceId: InstanceId, chatId: string): Promise<boolean> {
	const row = await db
		.selectFrom('chats')
		.select('id')
		.where('instance_id', '=', instanceId)
		.where('id', '=', chatId)
		.executeTakeFirst();
	return row !== undefined;
}

/** The name of a chat; null where it has none. */
export async function findChatName(db: Db, instanceId: InstanceId, chatId: string): Promise<string | null> {
	const row = await db
		.selectFrom('chats')
		.select('contact_name')
		.where('instance_id', '=', instanceId)
		.where('id', '=', chatId)
		.executeTakeFirst();
	return row?.contact_name ?? null;
}

/** Marks the received messages of a chat as read. */
export async function markChatRead(
	db: Db,
	chat: { instanceId: InstanceId; chatId: string },
	at: number,
): Promise<void> {
	await db
		.updateTable('chats')
		.set({ unread_count: 0, has_unread: 0, marked_unread: 0 })
		.where('instance_id', '=', chat.instanceId)
		.where('id', '=', chat.chatId)
		.execute();
	await db
		.updateTable('messages')
		.set({ status: 'read', read_at: at })
		.where('instance_id', '=', chat.instanceId)
		.where('chat_id', '=', chat.chatId)
		.where('direction', '=', sql.lit('inbound'))
		.where('status', '=', sql.lit('delivered'))
		.execute();
}
