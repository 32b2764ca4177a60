import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { engineOf } from '../engine/engine.ts';
import type { Schema } from '../schema.ts';

/**
 * How many chats each instance has, kept by the database as chats come and go: a page of chats names the total, and
 * counting them would take the longer the more there are. And an index of the chats with something unread that the
 * others do not have to be moved in.
 */
export const chatCounts: Migration = {
	async up(db: Kysely<unknown>): Promise<void> {
		await db.schema
			.createTable('chat_counts')
			.addColumn('instance_id', 'text', (column) =>
				column.primaryKey().references('instances.id').onDelete('cascade'),
			)
			.addColumn('chats', 'bigint', (column) => column.notNull())
			.execute();
		await sql`insert into chat_counts (instance_id, chats)
			select instance_id, count(*) from chats group by instance_id`.execute(db);
		if (engineOf(db as Kysely<Schema>) === 'postgres') await countOnPostgres(db);
		else await countOnSqlite(db);

		await sql`drop index chats_unread`.execute(db);
		await sql`create index chats_unread on chats (instance_id, last_message_at, id)
			where has_unread = 1`.execute(db);
	},
};

async function countOnSqlite(db: Kysely<unknown>): Promise<void> {
	await sql`create trigger chat_made after insert on chats begin
		insert into chat_counts (instance_id, chats) values (new.instance_id, 1)
			on conflict (instance_id) do update set chats = chats + 1;
	end`.execute(db);
	await sql`create trigger chat_removed after delete on chats begin
		update chat_counts set chats = chats - 1 where instance_id = old.instance_id;
	end`.execute(db);
}

async function countOnPostgres(db: Kysely<unknown>): Promise<void> {
	await sql`create function count_chat() returns trigger language plpgsql as $$ begin
		if tg_op = 'INSERT' then
			insert into chat_counts (instance_id, chats) values (new.instance_id, 1)
				on conflict (instance_id) do update set chats = chat_counts.chats + 1;
		else
			update chat_counts set chats = chats - 1 where instance_id = old.instance_id;
		end if;
		return null;
	end $$`.execute(db);
	await sql`create trigger chats_counted after insert or delete on chats
		for each row execute function count_chat()`.execute(db);
}
