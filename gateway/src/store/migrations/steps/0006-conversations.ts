import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textType } from './0001-baseline/text-type.ts';

/** Owners of chats, ordered and collecting webhooks, health of receivers, states of chats, and limits of accounts. */
export const conversations: Migration = {
	async up(db: Kysely<unknown>): Promise<void> {
		const text = textType(db);
		await sql`alter table chats add column archived integer not null default 0`.execute(db);
		await sql`alter table chats add column pinned integer not null default 0`.execute(db);
		await sql`alter table chats add column marked_unread integer not null default 0`.execute(db);
		await sql`alter table chats add column muted_until bigint`.execute(db);
		await sql`create index chats_archived on chats (instance_id, last_message_at, id)
			where archived = 1`.execute(db);
		await sql`create table chat_owners (
			instance_id ${text} not null references instances (id) on delete cascade,
			chat_id ${text} not null,
			owned_until bigint,
			released_at bigint,
			primary key (instance_id, chat_id)
		)`.execute(db);
		await sql`create index chat_owners_by_end on chat_owners (owned_until)
			where owned_until is not null`.execute(db);
		await sql`create index chat_owners_taken on chat_owners (instance_id, chat_id)
			where owned_until is not null`.execute(db);
		await sql`alter table messages add column forced integer not null default 0`.execute(db);

		await sql`alter table instances add column takeover_release_after bigint`.execute(db);
		await sql`alter table instances add column reject_calls integer not null default 0`.execute(db);
		await sql`alter table instances add column proxy_url ${text}`.execute(db);
		await sql`alter table instances add column pairing_code ${text}`.execute(db);
		await sql`alter table instances add column passkey_request ${text}`.execute(db);
		await sql`alter table instances add column pairing_phone ${text}`.execute(db);
		await sql`alter table instances add column restriction_kind ${text}`.execute(db);
		await sql`alter table instances add column restriction_reason ${text}`.execute(db);
		await sql`alter table instances add column restricted_until bigint`.execute(db);
		await sql`alter table instances add column new_chats_left bigint`.execute(db);
		await sql`alter table instance_hourly_stats add column last_received_at bigint`.execute(db);
		await sql`create table recent_reports (
			instance_id ${text} not null primary key references instances (id) on delete cascade,
			digests ${text} not null
		)`.execute(db);

		await sql`alter table webhooks add column ordered integer not null default 0`.execute(db);
		await sql`alter table webhooks add column collect_seconds integer`.execute(db);
		await sql`alter table webhooks add column filter ${text}`.execute(db);
		await sql`alter table webhooks add column rate_per_second integer`.execute(db);
		await sql`alter table webhooks add column failing_since bigint`.execute(db);
		await sql`alter table webhooks add column paused_at bigint`.execute(db);
		await sql`alter table webhook_last_deliveries add column failures integer not null default 0`.execute(db);
		await sql`alter table webhook_last_deliveries add column failing_since bigint`.execute(db);

		await sql`alter table deliveries add column ordering_key ${text}`.execute(db);
		await sql`alter table deliveries add column position bigint`.execute(db);
		await sql`alter table deliveries add column joined_into ${text}`.execute(db);
		await sql`create index deliveries_by_ordering_key on deliveries (webhook_id, ordering_key, position)
			where ordering_key is not null and finished_at is null`.execute(db);
		// At most one of each chat, however many deliveries wait behind it.
		await sql`create index deliveries_next on deliveries (webhook_id, ordering_key)
			where ordering_key is not null and status = 'pending'`.execute(db);
		await sql`create index deliveries_joined on deliveries (joined_into)
			where joined_into is not null`.execute(db);
		await sql`create table delivery_bursts (
			webhook_id ${text} not null references webhooks (id) on delete cascade,
			ordering_key ${text} not null,
			started_at bigint not null,
			ends_at bigint not null,
			messages integer not null,
			bytes integer not null,
			primary key (webhook_id, ordering_key)
		)`.execute(db);
		await sql`create index delivery_bursts_by_end on delivery_bursts (ends_at)`.execute(db);
	},
};
