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
		await sql`create index messages_by_instance on messages (instance_id, id)`.execute(db);
		await sql`create index messages_unread on messages (instance_id, chat_id)
			where direction = 'inbound' and status = 'delivered'`.execute(db);
		await sql`create index chats_by_last_message on chats (instance_id, last_message_at, id)`.execute(db);
		await sql`create index chats_by_unread on chats (instance_id, unread_count, id)`.execute(db);
		await sql`create index chats_by_name on chats (instance_id, contact_name, id)`.execute(db);
	},
};
