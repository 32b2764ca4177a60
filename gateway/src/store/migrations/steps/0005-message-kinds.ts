import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textType } from './0001-baseline/text-type.ts';

/**
 * Reactions, edits and votes, scheduled and deleted messages, contacts without a phone number, and the earlier ids of
 * people.
 */
export const messageKinds: Migration = {
	async up(db: Kysely<unknown>): Promise<void> {
		const text = textType(db);
		await sql`alter table messages add column send_at bigint`.execute(db);
		await sql`alter table messages add column edited_at bigint`.execute(db);
		await sql`alter table messages add column deleted_at bigint`.execute(db);
		await sql`alter table messages add column deleted_by ${text}`.execute(db);
		// The id of a scheduled message sorts at the time when it is due.
		await sql`create index messages_scheduled on messages (id) where status = 'scheduled'`.execute(db);

		await sql`create table message_reactions (
			message_id ${text} not null references messages (id) on delete cascade,
			sender_id ${text} not null,
			from_me integer not null,
			emoji ${text},
			reacted_at bigint not null,
			primary key (message_id, sender_id)
		)`.execute(db);
		await sql`create table message_edits (
			message_id ${text} not null references messages (id) on delete cascade,
			number integer not null,
			content ${text} not null,
			edited_at bigint not null,
			primary key (message_id, number)
		)`.execute(db);
		await sql`create table poll_votes (
			message_id ${text} not null references messages (id) on delete cascade,
			voter_id ${text} not null,
			from_me integer not null,
			options ${text} not null,
			voted_at bigint not null,
			primary key (message_id, voter_id)
		)`.execute(db);

		await sql`create table person_ids (
			instance_id ${text} not null references instances (id) on delete cascade,
			id ${text} not null,
			current_id ${text} not null,
			primary key (instance_id, id)
		)`.execute(db);
		await sql`create index person_ids_by_current_id on person_ids (instance_id, current_id, id)`.execute(db);

		await sql`alter table contacts rename to contacts_by_phone`.execute(db);
		await sql`drop index contacts_by_name`.execute(db);
		await sql`create table contacts (
			instance_id ${text} not null references instances (id) on delete cascade,
			id ${text} not null,
			phone ${text},
			username ${text},
			saved_name ${text},
			name ${text},
			sort_name ${text} not null,
			profile_pic_url ${text},
			about ${text},
			is_business integer not null,
			is_blocked integer not null,
			primary key (instance_id, id)
		)`.execute(db);
		await sql`insert into contacts
			(instance_id, id, phone, name, sort_name, profile_pic_url, about, is_business, is_blocked)
			select instance_id, phone || '@s.whatsapp.net', phone, name, sort_name, profile_pic_url, about, is_business, is_blocked
			from contacts_by_phone`.execute(db);
		await sql`drop table contacts_by_phone`.execute(db);
		await sql`create index contacts_by_name on contacts (instance_id, sort_name, id)`.execute(db);
		await sql`create index contacts_by_username on contacts (instance_id, username, id)
			where username is not null`.execute(db);
	},
};
