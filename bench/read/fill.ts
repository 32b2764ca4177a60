import type { DatabaseSync } from 'node:sqlite';
import { CHAT_SIZE, contactName, contactPhone } from './people.ts';
import { fillDatabase, firstRow, inserter, ulid, type Row } from './rows.ts';

/** Milliseconds between two messages. */
const INTERVAL = 500;

/**
 * Fills the database of a stopped gateway with copies of its one message and its one chat that differ in ids, times,
 * contacts and texts. Returns the ids of the messages, oldest first.
 */
export function fillMessages(folder: string, instanceId: string, messages: number): string[] {
	return fillDatabase(folder, (db) => {
		const message = firstRow(db, 'messages', `where instance_id = '${instanceId}'`);
		const chat = firstRow(db, 'chats', `where instance_id = '${instanceId}'`);
		db.exec('delete from chats; delete from messages');
		const ids = insertMessages(db, message, messages);
		insertChats(db, chat, ids);
		return ids;
	});
}

function insertMessages(db: DatabaseSync, sample: Row, count: number): string[] {
	const insert = inserter(db, 'messages', sample);
	const chats = Math.ceil(count / CHAT_SIZE);
	const begin = Date.now() - count * INTERVAL;
	const ids: string[] = [];
	for (let number = 0; number < count; number += 1) {
		const at = begin + number * INTERVAL;
		const id = `msg_${ulid(at, number)}`;
		const phone = contactPhone(number % chats);
		const outbound = number % 3 === 0;
		insert({
			id,
			chat_id: `${phone}@s.whatsapp.net`,
			direction: outbound ? 'outbound' : 'inbound',
			content: `Message ${number} of a long conversation about deliveries, opening hours and prices.`,
			sender: outbound ? null : phone,
			recipient: outbound ? phone : null,
			status: 'read',
			provider_message_id: `bench:${number}`,
			created_at: at,
			sent_at: outbound ? at : null,
			delivered_at: at,
			read_at: at,
		});
		ids.push(id);
	}
	return ids;
}

/** Inserts the chats, each with the latest of its messages. */
function insertChats(db: DatabaseSync, sample: Row, ids: readonly string[]): void {
	const insert = inserter(db, 'chats', sample);
	const chats = Math.ceil(ids.length / CHAT_SIZE);
	for (let contact = 0; contact < chats; contact += 1) {
		const last = lastMessageOf(contact, chats, ids.length);
		const phone = contactPhone(contact);
		insert({
			id: `${phone}@s.whatsapp.net`,
			phone,
			contact_name: contactName(contact),
			search_name: contactName(contact).toLowerCase(),
			unread_count: contact % 5 === 0 ? 1 + (contact % 7) : 0,
			has_unread: contact % 5 === 0 ? 1 : 0,
			last_message_id: ids[last] ?? '',
			last_message_at: Date.now() - (ids.length - last) * INTERVAL,
		});
	}
}

/** Returns the number of a contact's last message. */
function lastMessageOf(contact: number, chats: number, messages: number): number {
	const rounds = Math.floor((messages - 1 - contact) / chats);
	return contact + rounds * chats;
}
