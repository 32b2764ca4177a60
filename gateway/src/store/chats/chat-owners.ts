import type { InstanceId } from '../../domain/ids.ts';
import { pairInList } from '../engine/pair-in-list.ts';
import { lockRows } from '../engine/engine.ts';
import { insertInto, rowsStatement, writeRows, writeRowsReturning } from '../engine/write-rows.ts';
import { chatKeyText, type ChatKey } from './chat-key.ts';
import type { Db } from '../schema.ts';
import type { JoinedIds } from './join-chats.ts';

/*
 * The row of a chat is both its state and its lock: a transaction that queues a message in the chat, or takes the chat,
 * first locks the row until its end. So either the message was accepted before the chat was taken, or the transaction
 * that accepts it sees that it is taken. A chat without a row is owned by the bot.
 */

/** The owner of a chat; times in epoch milliseconds. */
export interface ChatOwnerState {
	/** Until when a person owns it; null: the bot does. */
	ownedUntil: number | null;
	/** When the bot last got it back; null: never. */
	releasedAt: number | null;
}

type OwnerRow = ChatKey & ChatOwnerState;

const NO_OWNER: ChatOwnerState = { ownedUntil: null, releasedAt: null };

const COLUMNS = [
	'instance_id as instanceId',
	'chat_id as chatId',
	'owned_until as ownedUntil',
	'released_at as releasedAt',
] as const;

/** Sets the column to itself: that locks the row, and changes no index. */
const LOCK = insertInto(
	'chat_owners',
	{ instance_id: 'text', chat_id: 'text' },
	`on conflict (instance_id, chat_id) do update set owned_until = chat_owners.owned_until
	returning instance_id as "instanceId", chat_id as "chatId", owned_until as "ownedUntil", released_at as "releasedAt"`,
);

/** Locks the owners of chats until the end of the transaction, also of chats that had none. */
export async function lockChatOwners(
	db: Db,
	chats: readonly ChatKey[],
): Promise<(chat: ChatKey) => ChatOwnerState> {
	// All processes lock the rows in the same order, so that two of them cannot deadlock.
	const keys = [...new Map(chats.map((chat) => [chatKeyText(chat), chat]))].sort(([a], [b]) =>
		a < b ? -1 : 1,
	);
	const rows = keys.map(([, { instanceId, chatId }]) => ({ instance_id: instanceId, chat_id: chatId }));
	return lookUp(await writeRowsReturning<OwnerRow>(db, LOCK, rows));
}

/** Reads the owners of chats without locking them. */
export async function readChatOwners(
	db: Db,
	chats: readonly ChatKey[],
): Promise<(chat: ChatKey) => ChatOwnerState> {
	if (chats.length === 0) return () => NO_OWNER;
	const pairs = chats.map(({ instanceId, chatId }) => [instanceId, chatId] as const);
	const rows = await db
		.selectFrom('chat_owners')
		.select(COLUMNS)
		.where(pairInList(db, ['instance_id', 'chat_id'], pairs))
		.execute();
	return lookUp(rows);
}

function lookUp(rows: readonly OwnerRow[]): (chat: ChatKey) => ChatOwnerState {
	const owners = new Map(rows.map((row) => [chatKeyText(row), row]));
	return (chat) => owners.get(chatKeyText(chat)) ?? NO_OWNER;
}

const TAKE = rowsStatement(
	{ instanceId: 'text', chatId: 'text', ownedUntil: 'bigint' },
	{
		before: 'with changed (instance_id, chat_id, owned_until) as (',
		after: `)
			update chat_owners set owned_until = changed.owned_until from changed
			where chat_owners.instance_id = changed.instance_id and chat_owners.chat_id = changed.chat_id`,
		singleRow: 'update chat_owners set owned_until = ?3 where instance_id = ?1 and chat_id = ?2',
	},
);

const RELEASE = rowsStatement(
	{ instanceId: 'text', chatId: 'text', releasedAt: 'bigint' },
	{
		before: 'with released (instance_id, chat_id, released_at) as (',
		after: `)
			update chat_owners set owned_until = null, released_at = released.released_at from released
			where chat_owners.instance_id = released.instance_id and chat_owners.chat_id = released.chat_id`,
		singleRow: `update chat_owners set owned_until = null, released_at = ?3
			where instance_id = ?1 and chat_id = ?2`,
	},
);

/** Makes people the owners of chats, each named once, whose owners the transaction has locked. */
export async function writeTakenChats(
	db: Db,
	chats: readonly (ChatKey & { ownedUntil: number })[],
): Promise<void> {
	await writeRows(db, TAKE, chats);
}

/** Makes the bot the owner of chats, each named once, whose owners the transaction has locked. */
export async function writeReleasedChats(
	db: Db,
	chats: readonly (ChatKey & { releasedAt: number })[],
): Promise<void> {
	await writeRows(db, RELEASE, chats);
}

/** When the next ownership of a person ends (epoch milliseconds); null: nobody owns a chat. */
export async function findNextOwnershipEnd(db: Db): Promise<number | null> {
	const row = await nextOwnershipEnd(db).executeTakeFirst();
	return row?.owned_until ?? null;
}

/** The query of findNextEnd(). */
export function nextOwnershipEnd(db: Db) {
	return db
		.selectFrom('chat_owners')
		.select('owned_until')
		.where('owned_until', 'is not', null)
		.orderBy('owned_until')
		.limit(1);
}

/** Finds chats whose ownership has ended by now, and locks them until the end of the transaction. */
export function lockEndedOwnerships(db: Db, now: number, limit: number): Promise<OwnerRow[]> {
	return lockRows(db, owned(db).where('owned_until', '<=', now).limit(limit)).execute();
}

/** Finds the chats of an instance that a person owns, and locks them until the end of the transaction. */
export function lockOwnedChats(db: Db, instanceId: InstanceId): Promise<OwnerRow[]> {
	return lockRows(db, owned(db).where('instance_id', '=', instanceId)).execute();
}

function owned(db: Db) {
	return db
		.selectFrom('chat_owners')
		.select(COLUMNS)
		.where('owned_until', 'is not', null)
		.orderBy('instance_id')
		.orderBy('chat_id');
}

/**
 * Joins the owners of pairs of chats: a person owns the joined chat until the later of both ownerships ends, and the bot
 * got it back at the later of both releases.
 */
export async function joinChatOwners(db: Db, joined: readonly JoinedIds[]): Promise<void> {
	const earlierOf = ({ instanceId, earlierId }: JoinedIds) => ({ instanceId, chatId: earlierId });
	const currentOf = ({ instanceId, currentId }: JoinedIds) => ({ instanceId, chatId: currentId });
	const ownerOf = await lockChatOwners(
		db,
		joined.flatMap((ids) => [earlierOf(ids), currentOf(ids)]),
	);
	const current = new Map<string, OwnerRow>();
	for (const ids of joined) {
		const chat = currentOf(ids);
		const key = chatKeyText(chat);
		const one = ownerOf(earlierOf(ids));
		const other = current.get(key) ?? ownerOf(chat);
		current.set(key, {
			...chat,
			ownedUntil: laterOf(one.ownedUntil, other.ownedUntil),
			releasedAt: laterOf(one.releasedAt, other.releasedAt),
		});
	}
	const changed = [...current.values()].filter(
		(chat) => chat.ownedUntil !== null || chat.releasedAt !== null,
	);
	await writeRows(db, SET, changed);
	await writeRows(db, DELETE, joined.map(earlierOf));
}

function laterOf(one: number | null, other: number | null): number | null {
	if (one === null || other === null) return one ?? other;
	return Math.max(one, other);
}

const SET = rowsStatement(
	{ instanceId: 'text', chatId: 'text', ownedUntil: 'bigint', releasedAt: 'bigint' },
	{
		before: 'with changed (instance_id, chat_id, owned_until, released_at) as (',
		after: `)
			update chat_owners set owned_until = changed.owned_until, released_at = changed.released_at from changed
			where chat_owners.instance_id = changed.instance_id and chat_owners.chat_id = changed.chat_id`,
		singleRow: `update chat_owners set owned_until = ?3, released_at = ?4
			where instance_id = ?1 and chat_id = ?2`,
	},
);

const DELETE = rowsStatement(
	{ instanceId: 'text', chatId: 'text' },
	{
		before: 'with deleted (instance_id, chat_id) as (',
		after: `)
			delete from chat_owners where (instance_id, chat_id) in (select instance_id, chat_id from deleted)`,
		singleRow: 'delete from chat_owners where instance_id = ?1 and chat_id = ?2',
	},
);

/** Deletes the row of a chat that is deleted, unless a person owns it. */
export async function deleteChatOwner(db: Db, chat: ChatKey): Promise<void> {
	await db
		.deleteFrom('chat_owners')
		.where('instance_id', '=', chat.instanceId)
		.where('chat_id', '=', chat.chatId)
		.where('owned_until', 'is', null)
		.execute();
}
