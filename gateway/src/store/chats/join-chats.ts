import type { InstanceId } from '../../domain/ids.ts';
import { phoneOfChat, recipientOf } from '../../domain/phone.ts';
import { joinNotes } from './chat-notes.ts';
import { lockRows } from '../engine/engine.ts';
import { pairInList } from '../engine/pair-in-list.ts';
import { rowsStatement, writeRows } from '../engine/write-rows.ts';
import { markChanged } from '../search/index-changes.ts';
import type { ChatRow, Db } from '../schema.ts';
import type { IdOfInstance } from './person-ids.ts';

/** Two ids of one person: the earlier one stays valid. */
export interface JoinedIds {
	instanceId: InstanceId;
	earlierId: string;
	currentId: string;
}

const JOINED_COLUMNS = { instanceId: 'text', earlierId: 'text', currentId: 'text' } as const;

const REDIRECT = rowsStatement(JOINED_COLUMNS, {
	before: 'with joined (instance_id, earlier_id, current_id) as (',
	after: `)
		update person_ids set current_id = joined.current_id from joined
		where person_ids.instance_id = joined.instance_id and person_ids.current_id = joined.earlier_id`,
	singleRow: 'update person_ids set current_id = ?3 where instance_id = ?1 and current_id = ?2',
});

const INSERT = rowsStatement(JOINED_COLUMNS, {
	before: 'insert into person_ids (instance_id, id, current_id)',
	after: 'on conflict (instance_id, id) do update set current_id = excluded.current_id',
});

/** Stores ids, each of which may occur once, as earlier ids of people, and redirects the ids that led to them. */
export async function writeEarlierIds(db: Db, joined: readonly JoinedIds[]): Promise<void> {
	await writeRows(db, REDIRECT, joined);
	await writeRows(db, INSERT, joined);
}

/**
 * Moves the messages of earlier chats into the current ones and joins the chats of each pair: their unread messages add
 * up, and the later message is the last. The messages keep the network's own ids, which receipts and quotes need. An
 * earlier chat may occur once. Returns the pairs whose earlier chat existed.
 */
export async function joinChats(db: Db, pairs: readonly JoinedIds[]): Promise<JoinedIds[]> {
	const chats = await lockChats(
		db,
		pairs.flatMap(({ instanceId, earlierId, currentId }) => [
			{ instanceId, id: earlierId },
			{ instanceId, id: currentId },
		]),
	);
	const found: JoinedIds[] = [];
	for (const ids of pairs) {
		const { instanceId, earlierId, currentId } = ids;
		const earlier = chats.get(keyOf({ instanceId, id: earlierId }));
		if (earlier === undefined) continue;
		found.push(ids);
		const current = chats.get(keyOf({ instanceId, id: currentId }));
		await moveMessages(db, ids);
		await joinNotes(db, ids);
		await deleteChat(db, instanceId, earlierId);
		if (current !== undefined) await deleteChat(db, instanceId, currentId);
		const chat = { ...joined(earlier, current), id: currentId, phone: phoneOfChat(currentId) };
		await db.insertInto('chats').values(chat).execute();
		chats.set(keyOf({ instanceId, id: currentId }), chat);
	}
	return found;
}

/** Locks those of the chats that exist, until the end of the transaction; by keyOf(). */
async function lockChats(db: Db, keys: readonly IdOfInstance[]): Promise<Map<string, ChatRow>> {
	if (keys.length === 0) return new Map();
	const pairs = keys.map(({ instanceId, id }) => [instanceId, id] as const);
	const query = db
		.selectFrom('chats')
		.selectAll()
		.where(pairInList(db, ['instance_id', 'id'], pairs))
		// All processes lock the rows in the same order, so that two of them cannot deadlock.
		.orderBy('instance_id')
		.orderBy('id');
	const rows = await lockRows(db, query).execute();
	return new Map(rows.map((row) => [keyOf({ instanceId: row.instance_id, id: row.id }), row]));
}

function keyOf({ instanceId, id }: IdOfInstance): string {
	return `${instanceId} ${id}`;
}

async function moveMessages(db: Db, { instanceId, earlierId, currentId }: JoinedIds): Promise<void> {
	const phone = phoneOfChat(currentId);
	const inChat = db
		.updateTable('messages')
		.where('instance_id', '=', instanceId)
		.where('chat_id', '=', earlierId);
	await inChat.where('sender_id', '=', earlierId).set({ sender_id: currentId, sender: phone }).execute();
	await inChat
		.where('recipient', '=', earlierId)
		.set({ recipient: recipientOf(currentId) })
		.execute();
	const moved = await inChat.set({ chat_id: currentId }).returning('id').execute();
	await markChanged(
		db,
		moved.map(({ id }) => id),
	);
}

function joined(earlier: ChatRow, current: ChatRow | undefined): ChatRow {
	if (current === undefined) return earlier;
	const last = earlier.last_message_at > current.last_message_at ? earlier : current;
	const unread = earlier.unread_count + current.unread_count;
	return {
		...current,
		contact_name: current.contact_name ?? earlier.contact_name,
		search_name: current.search_name ?? earlier.search_name,
		unread_count: unread,
		has_unread: unread > 0 ? 1 : 0,
		last_message_id: last.last_message_id,
		last_message_at: last.last_message_at,
		created_at: Math.min(earlier.created_at, current.created_at),
	};
}

async function deleteChat(db: Db, instanceId: InstanceId, id: string): Promise<void> {
	await db.deleteFrom('chats').where('instance_id', '=', instanceId).where('id', '=', id).execute();
}
