import { sql, type Kysely } from 'kysely';
import type { TextType } from './text-type.ts';

/** Messages, files uploaded to be sent, and the responses stored under idempotency keys. */
export async function createMessageTables(db: Kysely<unknown>, text: TextType): Promise<void> {
	await sql`create table messages (
		id ${text} primary key,
		instance_id ${text} not null references instances (id) on delete cascade,
		chat_id ${text} not null,
		direction ${text} not null,
		type ${text} not null,
		content ${text} not null,
		sender ${text},
		sender_id ${text},
		recipient ${text},
		quoted_message_id ${text},
		metadata ${text},
		status ${text} not null,
		provider_message_id ${text},
		provider_chat_id ${text} not null default '',
		provider_sender_id ${text} not null default '',
		created_at bigint not null,
		sent_at bigint,
		delivered_at bigint,
		read_at bigint,
		failed_at bigint,
		error_code ${text},
		error_message ${text},
		media_url ${text},
		media_file ${text},
		mime_type ${text},
		filename ${text},
		caption ${text},
		template ${text},
		details ${text},
		report_at bigint,
		send_attempts integer not null default 0
	)`.execute(db);
	await sql`create index messages_by_chat on messages (instance_id, chat_id, id)`.execute(db);
	await sql`create index messages_by_instance on messages (instance_id, id)`.execute(db);
	await sql`create index messages_queued on messages (instance_id, id) where status = 'queued'`.execute(db);
	await sql`create index messages_queued_by_chat on messages (instance_id, chat_id, id)
		where status = 'queued'`.execute(db);
	await sql`create index messages_awaiting_receipts on messages (instance_id, id)
		where direction = 'outbound' and status in ('sent', 'delivered')`.execute(db);
	await sql`create index messages_unread on messages (instance_id, chat_id)
		where direction = 'inbound' and status = 'delivered'`.execute(db);
	await sql`create index messages_failed on messages (id) where status = 'failed'`.execute(db);
	await sql`create index messages_to_report on messages (report_at) where report_at is not null`.execute(db);
	// A network's id names a message only together with the network's ids of its chat and its sender.
	await sql`create unique index messages_by_provider_id
		on messages (instance_id, provider_message_id, provider_chat_id, provider_sender_id)
		where provider_message_id is not null`.execute(db);
	await sql`create index messages_with_file on messages (id, media_file)
		where media_file is not null`.execute(db);
	await sql`create index messages_by_file on messages (media_file)
		where media_file is not null`.execute(db);

	await sql`create table uploads (
		id ${text} primary key,
		file ${text} not null,
		media_type ${text} not null,
		mime_type ${text} not null,
		filename ${text},
		size bigint not null,
		created_at bigint not null
	)`.execute(db);
	await sql`create index uploads_by_file on uploads (file)`.execute(db);

	await sql`create table idempotency_keys (
		actor ${text} not null,
		key ${text} not null,
		request_hash ${text} not null,
		response ${text} not null,
		created_at bigint not null,
		primary key (actor, key)
	)`.execute(db);
	await sql`create index idempotency_keys_by_age on idempotency_keys (created_at)`.execute(db);
}
