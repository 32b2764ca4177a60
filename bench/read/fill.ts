import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { CHAT_SIZE, contactName, contactPhone } from './people.ts';

type Row = Record<string, SQLInputValue>;

/** Milliseconds between two messages. */
const PACE = 500;

/**
 * Fills the database of a gateway that does not run: copies of the one message and the one chat in it, with ids,
 * times, people and texts of their own. Returns the ids of the messages, oldest first.
 */
export function fill(folder: string, instanceId: string, messages: number): string[] {
	const db = new DatabaseSync(path.join(folder, 'gateway.db'));
	try {
		db.exec('pragma journal_mode = wal; pragma synchronous = off; begin');
		const message = onlyRow(db, 'messages', instanceId);
		const chat = onlyRow(db, 'chats', instanceId);
		db.exec('delete from chats; delete from chat_search_terms; delete from messages');
		const ids = insertMessages(db, message, messages);
		insertChats(db, chat, ids);
		db.exec('commit; pragma wal_checkpoint(truncate)');
		return ids;
	} finally {
		db.close();
	}
}

function insertMessages(db: DatabaseSync, sample: Row, count: number): string[] {
	const insert = inserter(db, 'messages', sample);
	const chats = Math.ceil(count / CHAT_SIZE);
	const begin = Date.now() - count * PACE;
	const ids: string[] = [];
	for (let number = 0; number < count; number += 1) {
		const at = begin + number * PACE;
		const id = `msg_${base32(at, 10)}${base32(number, 16)}`;
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

/** Every chat's latest message is one of the last that were inserted. */
function insertChats(db: DatabaseSync, sample: Row, ids: readonly string[]): void {
	const insert = inserter(db, 'chats', sample);
	const insertTerm = db.prepare(
		'insert or ignore into chat_search_terms (instance_id, chat_id, term) values (?, ?, ?)',
	);
	const chats = Math.ceil(ids.length / CHAT_SIZE);
	for (let contact = 0; contact < chats; contact += 1) {
		const last = lastOf(contact, chats, ids.length);
		const phone = contactPhone(contact);
		insert({
			id: `${phone}@s.whatsapp.net`,
			phone,
			contact_name: contactName(contact),
			search_name: contactName(contact).toLowerCase(),
			unread_count: contact % 5 === 0 ? 1 + (contact % 7) : 0,
			has_unread: contact % 5 === 0 ? 1 : 0,
			last_message_id: ids[last] ?? '',
			last_message_at: Date.now() - (ids.length - last) * PACE,
		});
		for (const term of endingsOf(phone, contactName(contact).toLowerCase())) {
			insertTerm.run(sample.instance_id ?? null, `${phone}@s.whatsapp.net`, term);
		}
	}
}

/** What the gateway finds a chat by: every ending of its number and name. */
function endingsOf(...texts: string[]): string[] {
	return texts.flatMap((text) => Array.from(text, (_, start) => text.slice(start)));
}

/** The number of a contact's last message. */
function lastOf(contact: number, chats: number, messages: number): number {
	const rounds = Math.floor((messages - 1 - contact) / chats);
	return contact + rounds * chats;
}

/** Inserts copies of a row, each with some columns of its own; columns the table does not have are left out. */
function inserter(db: DatabaseSync, table: string, sample: Row): (own: Row) => void {
	const columns = Object.keys(sample);
	const marks = columns.map(() => '?').join(', ');
	const statement = db.prepare(`insert into ${table} (${columns.join(', ')}) values (${marks})`);
	return (own) => {
		statement.run(
			...columns.map((column) => own[column] ?? (column in own ? null : (sample[column] ?? null))),
		);
	};
}

function onlyRow(db: DatabaseSync, table: string, instanceId: string): Row {
	const row = db.prepare(`select * from ${table} where instance_id = ?`).get(instanceId);
	if (row === undefined) throw new Error(`There is no row in ${table} to copy.`);
	return { ...row };
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** A number in the digits of a ULID, with leading zeros. */
function base32(value: number, length: number): string {
	let text = '';
	for (let rest = value; text.length < length; rest = Math.floor(rest / 32))
		text = (DIGITS[rest % 32] ?? '') + text;
	return text;
}
