import { sql, type Kysely } from 'kysely';
import type { TextType } from './text-type.ts';

/** Instances, their hourly statistics, what drivers keep for them, and the counters of the account. */
export async function createInstanceTables(db: Kysely<unknown>, text: TextType): Promise<void> {
	await sql`create table instances (
		id ${text} primary key,
		name ${text} not null,
		status ${text} not null,
		method ${text},
		phone ${text},
		profile_name ${text},
		profile_pic_url ${text},
		auto_read integer not null,
		auto_typing integer not null,
		webhook_events ${text} not null,
		qr_code ${text},
		qr_expires_at bigint,
		disconnect_reason ${text},
		created_at bigint not null,
		connected_at bigint,
		last_seen_at bigint not null
	)`.execute(db);

	await sql`create table instance_hourly_stats (
		instance_id ${text} not null references instances (id) on delete cascade,
		hour ${text} not null,
		sent integer not null,
		received integer not null,
		delivered integer not null,
		read integer not null,
		failed integer not null,
		primary key (instance_id, hour)
	)`.execute(db);
	await sql`create index instance_hourly_stats_by_hour on instance_hourly_stats (hour)`.execute(db);

	await sql`create table network_sessions (
		instance_id ${text} not null references instances (id) on delete cascade,
		key ${text} not null,
		value ${text} not null,
		primary key (instance_id, key)
	)`.execute(db);

	await sql`create table counters (
		name ${text} primary key,
		value bigint not null
	)`.execute(db);
}
