import { sql, type Kysely } from 'kysely';
import type { TextType } from './text-type.ts';

/** Events, webhooks, and the deliveries of events to webhooks with their attempts. */
export async function createWebhookTables(db: Kysely<unknown>, text: TextType): Promise<void> {
	await sql`create table events (
		id ${text} primary key,
		instance_id ${text} not null,
		kind ${text} not null,
		body ${text} not null,
		created_at bigint not null
	)`.execute(db);
	await sql`create index events_by_age on events (created_at)`.execute(db);

	await sql`create table webhooks (
		id ${text} primary key,
		role ${text} not null,
		name ${text},
		instance_id ${text} references instances (id) on delete cascade,
		url ${text} not null,
		events ${text} not null,
		secret ${text} not null,
		status ${text} not null,
		created_at bigint not null,
		previous_secret ${text},
		previous_secret_expires_at bigint
	)`.execute(db);
	await sql`create index webhooks_by_instance on webhooks (instance_id)`.execute(db);
	await sql`create unique index webhooks_of_instances on webhooks (instance_id)
		where role = 'instance'`.execute(db);

	await sql`create table webhook_last_deliveries (
		webhook_id ${text} not null references webhooks (id) on delete cascade,
		writer integer not null,
		last_delivery_at bigint not null,
		last_delivery_status ${text} not null,
		last_success_at bigint,
		last_failure_at bigint,
		primary key (webhook_id, writer)
	)`.execute(db);

	await sql`create table deliveries (
		id ${text} primary key,
		event_id ${text} not null references events (id) on delete cascade,
		webhook_id ${text} not null references webhooks (id) on delete cascade,
		kind ${text} not null,
		test integer not null,
		status ${text} not null,
		attempts integer not null,
		failures integer not null,
		due_at bigint not null,
		claim_token ${text},
		created_at bigint not null,
		finished_at bigint
	)`.execute(db);
	await sql`create index deliveries_by_event on deliveries (event_id)`.execute(db);
	// The worker claims webhook by webhook, so that it never reads past the deliveries of a busy one; first attempts
	// apart from retries.
	await sql`create index deliveries_initial on deliveries (webhook_id, id)
		where status = 'pending' and attempts = 0`.execute(db);
	await sql`create index deliveries_retry on deliveries (webhook_id, due_at, id)
		where status = 'pending' and attempts > 0 and claim_token is null`.execute(db);
	await sql`create index deliveries_claimed on deliveries (due_at) where claim_token is not null`.execute(db);
	// `kind` comes last, so that a filter by kind reads the index only.
	await sql`create index deliveries_by_webhook on deliveries (webhook_id, id, kind)`.execute(db);
	await sql`create index deliveries_by_status on deliveries (webhook_id, status, id, kind)`.execute(db);
	await sql`create index deliveries_finished on deliveries (finished_at)
		where finished_at is not null`.execute(db);

	await sql`create table delivery_attempts (
		delivery_id ${text} not null references deliveries (id) on delete cascade,
		number integer not null,
		started_at bigint not null,
		duration integer not null,
		status_code integer,
		error ${text},
		request_url ${text},
		request_headers ${text},
		response_headers ${text},
		response_body ${text},
		primary key (delivery_id, number)
	)`.execute(db);
}
