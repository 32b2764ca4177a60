import { sql, type Kysely } from 'kysely';
import { engineOf } from '../../../engine/engine.ts';
import type { TextType } from './text-type.ts';

/** Chats with what they are listed and counted by, and contacts. */
export async function createChatTables(db: Kysely<unknown>, text: TextType): Promise<void> {
	await sql`create table chats (
		instance_id ${text} not null references instances (id) on delete cascade,
		id ${text} not null,
		phone ${text},
		contact_name ${text},
		search_name ${text},
		is_group integer not null,
		unread_count integer not null,
		has_unread integer not null,
		last_message_id ${text} not null,
		last_message_at bigint not null,
		created_at bigint not null,
		primary key (instance_id, id)
	)`.execute(db);
	await sql`create index chats_by_last_message on chats (instance_id, last_message_at, id)`.execute(db);
	await sql`create index chats_by_unread on chats (instance_id, unread_count, id)`.execute(db);
	await sql`create index chats_by_name on chats (instance_id, contact_name, id)`.execute(db);
	await sql`create index chats_unread on chats (instance_id, last_message_at, id)
		where has_unread = 1`.execute(db);

	// A page of chats names their total: counting chats for it would take the longer the more there are.
	await sql`create table chat_counts (
		instance_id ${text} primary key references instances (id) on delete cascade,
		chats bigint not null
	)`.execute(db);
	if (engineOf(db) === 'postgres') await countOnPostgres(db);
	else await countOnSqlite(db);

	await sql`create table contacts (
		instance_id ${text} not null references instances (id) on delete cascade,
		phone ${text} not null,
		name ${text},
		sort_name ${text} not null,
		profile_pic_url ${text},
		about ${text},
		is_business integer not null,
		is_blocked integer not null,
		primary key (instance_id, phone)
	)`.execute(db);
	await sql`create index contacts_by_name on contacts (instance_id, sort_name, phone)`.execute(db);
}

async function countOnSqlite(db: Kysely<unknown>): Promise<void> {
	await sql`create trigger chat_inserted after insert on chats begin
		insert into chat_counts (instance_id, chats) values (new.instance_id, 1)
			on conflict (instance_id) do update set chats = chats + 1;
	end`.execute(db);
	await sql`create trigger chat_deleted after delete on chats begin
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
