import type { DatabaseSync } from 'node:sqlite';
import { CHAT_SIZE, contactName, contactPhone } from './people.ts';
import { fillDatabase, firstRow, inserter, ulid, type Row } from './rows.ts';

/** Milliseconds between two messages. */
const INTERVAL = 500;

/**
 * Fills the database of a stopped gateway with copies of its one message and its one chat, which are of the first
 * instance, that differ in ids, times, contacts and texts. The first instance gets every other chat, the other ones share
 * the rest. Returns the ids of the messages, oldest first.
 */
export function fillMessages(folder: string, instanceIds: readonly string[], messages: number): string[] {
	const [first = '', ...others] = instanceIds;
	const instanceOf = (chat: number): string =>
		(chat % 2 === 0 ? undefined : others[((chat - 1) / 2) % others.length]) ?? first;
	return fillDatabase(folder, (db) => {
		const message = firstRow(db, 'messages', `where instance_id = '${first}'`);
		const chat = firstRow(db, 'chats', `where instance_id = '${first}'`);
		db.exec('delete from chats; delete from messages; delete from message_index_coverage');
		const ids = insertMessages(db, message, messages, instanceOf);
		insertChats(db, chat, ids, instanceOf);
		insertChanges(db, ids);
		return ids;
	});
}

/** The instance of a chat, by the number of its contact. */
type InstanceOf = (chat: number) => string;

function insertMessages(db: DatabaseSync, sample: Row, count: number, instanceOf: InstanceOf): string[] {
	const insert = inserter(db, 'messages', sample);
	const chats = Math.ceil(count / CHAT_SIZE);
	const begin = Date.now() - count * INTERVAL;
	const ids: string[] = [];
	for (let number = 0; number < count; number += 1) {
		const at = begin + number * INTERVAL;
		const id = `msg_${ulid(at, number)}`;
		const chat = number % chats;
		const phone = contactPhone(chat);
		const outbound = number % 3 === 0;
		insert({
			id,
			instance_id: instanceOf(chat),
			chat_id: `${phone}@s.whatsapp.net`,
			direction: outbound ? 'outbound' : 'inbound',
			...(number % POLL_EVERY === 0 ? POLL : { type: 'text', details: null }),
			content: `Message ${number} of a long conversation about deliveries, opening hours and prices.`,
			edited_at: number % EDIT_EVERY === 0 ? at : null,
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

/** One message in this many has a reaction, was edited, or is a poll. */
const REACTION_EVERY = 3;
const EDIT_EVERY = 5;
const POLL_EVERY = 50;
const OPTIONS = ['Monday', 'Tuesday', 'Wednesday'] as const;
const POLL = {
	type: 'poll',
	details: JSON.stringify({ poll: { question: 'When?', options: OPTIONS, selectable: 1 } }),
};

/** Inserts reactions, edits and votes: two of each for a message that has them. */
function insertChanges(db: DatabaseSync, ids: readonly string[]): void {
	const react = db.prepare('insert into message_reactions values (?, ?, 0, ?, ?)');
	const edit = db.prepare('insert into message_edits values (?, ?, ?, ?)');
	const vote = db.prepare('insert into poll_votes values (?, ?, 0, ?, ?)');
	const people = [contactPhone(0), contactPhone(1)].map((phone) => `${phone}@s.whatsapp.net`);
	const at = Date.now();
	ids.forEach((id, number) => {
		people.forEach((person, index) => {
			if (number % REACTION_EVERY === 0) react.run(id, person, index === 0 ? '👍' : '🎉', at);
			if (number % EDIT_EVERY === 0) edit.run(id, index + 1, `Version ${index} of message ${number}`, at);
			if (number % POLL_EVERY === 0) vote.run(id, person, JSON.stringify([OPTIONS[index]]), at);
		});
	});
}

/** Inserts the chats, each with the latest of its messages. */
function insertChats(db: DatabaseSync, sample: Row, ids: readonly string[], instanceOf: InstanceOf): void {
	const insert = inserter(db, 'chats', sample);
	const chats = Math.ceil(ids.length / CHAT_SIZE);
	for (let contact = 0; contact < chats; contact += 1) {
		const last = lastMessageOf(contact, chats, ids.length);
		const phone = contactPhone(contact);
		insert({
			instance_id: instanceOf(contact),
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
