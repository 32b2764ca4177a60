import { sql, type Kysely } from 'kysely';
import type { TextType } from './text-type.ts';

/** The gateways that share a database, the leases of instances, and the locks of jobs that one gateway runs. */
export async function createClusterTables(db: Kysely<unknown>, text: TextType): Promise<void> {
	await sql`create table processes (
		id ${text} primary key,
		lock_id integer not null,
		url ${text} not null,
		secret ${text} not null,
		seen_at bigint not null
	)`.execute(db);

	await sql`create table instance_leases (
		instance_id ${text} primary key references instances (id) on delete cascade,
		owner ${text} not null,
		epoch integer not null
	)`.execute(db);
	await sql`create index instance_leases_by_owner on instance_leases (owner)`.execute(db);

	await sql`create table job_locks (
		name ${text} primary key,
		expires_at bigint not null
	)`.execute(db);
}
