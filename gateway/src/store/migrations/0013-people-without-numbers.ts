import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * People and chats without a phone number, and messages that cannot be shown. A network's identifier names a message
 * only together with the network's own ids of its chat and sender, so that they are part of the index that finds a
 * message told twice.
 */
export const peopleWithoutNumbers: Migration = {
	async up(db: Kysely<unknown>): Promise<void> {
		await db.schema
			.alterTable('messages')
			.addColumn('network_chat', 'text', (column) => column.notNull().defaultTo(''))
			.execute();
		await db.schema
			.alterTable('messages')
			.addColumn('network_sender', 'text', (column) => column.notNull().defaultTo(''))
			.execute();
		for (const name of ['sender_id', 'details'] as const) {
			await db.schema.alterTable('messages').addColumn(name, 'text').execute();
		}
		await db.schema.alterTable('messages').addColumn('tell_at', 'bigint').execute();
		await nameSenders(db);

		await sql`drop index if exists messages_by_network_id`.execute(db);
		await sql`create unique index messages_by_network_id
			on messages (instance_id, network_id, network_chat, network_sender)
			where network_id is not null`.execute(db);
		await sql`create index messages_to_tell on messages (tell_at) where tell_at is not null`.execute(db);
		await letChatsHaveNoPhone(db);
	},
};

/** Senders had phones so far, or, in a chat of their own, the digits of a LID in the place of one. */
async function nameSenders(db: Kysely<unknown>): Promise<void> {
	await sql`update messages set
		sender_id = sender || '@s.whatsapp.net',
		network_sender = sender || '@s.whatsapp.net',
		network_chat = case when chat_id like '%@g.us' then chat_id else sender || '@s.whatsapp.net' end
		where direction = 'inbound' and sender is not null and chat_id not like '%@lid'`.execute(db);
	await sql`update messages set
		sender = null, sender_id = chat_id, network_sender = chat_id, network_chat = chat_id
		where direction = 'inbound' and chat_id like '%@lid'`.execute(db);
}

/** SQLite cannot take a column's "not null" away, so that the column is made anew. */
async function letChatsHaveNoPhone(db: Kysely<unknown>): Promise<void> {
	await db.schema.alterTable('chats').addColumn('number', 'text').execute();
	await sql`update chats set number = phone where is_group = 0`.execute(db);
	await db.schema.alterTable('chats').dropColumn('phone').execute();
	await db.schema.alterTable('chats').renameColumn('number', 'phone').execute();
}
