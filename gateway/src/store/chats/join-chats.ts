import type { InstanceId } from '../../domain/ids.ts';
import { phoneOfChat, recipientOf } from '../../domain/phone.ts';
import { joinNotes } from './chat-notes.ts';
import { lockRows } from '../engine/engine.ts';
import { markChanged } from '../search/index-changes.ts';
import type { ChatRow, Db } from '../schema.ts';

/** Two ids of one person: the earlier one goes on working. */
export interface JoinedIds {
	instanceId: InstanceId;
	earlierId: string;
	currentId: string;
}

/** Makes an id, and the ids that led to it, earlier ids of a person. */
export async function writeEarlierId(db: Db, { instanceId, earlierId, currentId }: JoinedIds): Promise<void> {
	await db
		.updateTable('person_ids')
		.set({ current_id: currentId })
		.where('instance_id', '=', instanceId)
		.where('current_id', '=', earlierId)
		.execute();
	await db
		.insertInto('person_ids')
		.values({ instance_id: instanceId, id: earlierId, current_id: currentId })
		.onConflict((conflict) => conflict.columns(['instance_id', 'id']).doUpdateSet({ current_id: currentId }))
		.execute();
}

/**
 * Moves the messages of the earlier chat into the current one and joins the two chats: their unread messages add up,
 * and the later message is the last. The messages keep the network's own ids, which receipts and quotes need. Returns
 * whether there was an earlier chat.
 */
export async function joinChats(db: Db, ids: JoinedIds): Promise<boolean> {
	const { instanceId, earlierId, currentId } = ids;
	const query = db
		.selectFrom('chats')
		.selectAll()
		.where('instance_id', '=', instanceId)
		.where('id', 'in', [earlierId, currentId])
		.orderBy('id');
	const chats = await lockRows(db, query).execute();
	const earlier = chats.find(({ id }) => id === earlierId);
	if (earlier === undefined) return false;
	const current = chats.find(({ id }) => id === currentId);
	await moveMessages(db, ids);
	await joinNotes(db, ids);
	await deleteChat(db, instanceId, earlierId);
	if (current !== undefined) await deleteChat(db, instanceId, currentId);
	await db
		.insertInto('chats')
		.values({ ...joined(earlier, current), id: currentId, phone: phoneOfChat(currentId) })
		.execute();
	return true;
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
