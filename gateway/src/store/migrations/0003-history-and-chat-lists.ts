import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the lists of messages, chats and deliveries are read by, and an instance's own list of event kinds. */
export const historyAndChatLists: Migration = {
	async up(db: Kysely<unknown>): Promise<void> {
		await db.schema
			.alterTable('instances')
			.addColumn('webhook_events', 'text', (column) => column.notNull().defaultTo('[]'))
			.execute();
		await db.schema.alterTable('chats').addColumn('search_name', 'text').execute();
		await db.schema
			.createTable('chat_terms')
			.addColumn('instance_id', 'text', (column) =>
				column.notNull().references('instances.id').onDelete('cascade'),
			)
			.addColumn('chat_id', 'text', (column) => column.notNull())
			.addColumn('term', 'text', (column) => column.notNull())
			.addPrimaryKeyConstraint('chat_terms_key', ['instance_id', 'term', 'chat_id'])
			.execute();
		await sql`create index chat_terms_by_chat on chat_terms (instance_id, chat_id)`.execute(db);
		await db.schema
			.alterTable('chats')
			.addColumn('has_unread', 'integer', (column) => column.notNull().defaultTo(0))
			.execute();
		await sql`update chats set has_unread = 1 where unread_count > 0`.execute(db);
		await sql`create index chats_unread on chats (instance_id, has_unread, last_message_at, id)`.execute(db);
		await sql`create index messages_by_instance on messages (instance_id, id)`.execute(db);
		await sql`create index messages_unread on messages (instance_id, chat_id)
			where direction = 'inbound' and status = 'delivered'`.execute(db);
		await sql`create index chats_by_last_message on chats (instance_id, last_message_at, id)`.execute(db);
		await sql`create index chats_by_unread on chats (instance_id, unread_count, id)`.execute(db);
		await sql`create index chats_by_name on chats (instance_id, contact_name, id)`.execute(db);
	},
};
